package storemark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Traits;
import storemark.engine.Traits.Support;

/** What each engine can and cannot, as Markdown, from what the engines declare: the table, then how, and why not. */
final class EngineMatrix {
    private static final List<Capability> SHOWN = List.of(
            Capability.BLOCK_DEVICE,
            Capability.DIRECT_IO_FILE,
            Capability.DIRECT_IO_DEVICE,
            Capability.MMAP,
            Capability.CHECKSUMS,
            Capability.ENCRYPTION,
            Capability.COMPRESSION,
            Capability.TRANSACTIONS);

    private EngineMatrix() {}

    /** What an engine says of one thing that it may be able to do. */
    private record Row(String name, Support support, String remark) {
        /** In the table. */
        String cell() {
            if (!remark.isEmpty()) {
                return remark;
            }
            if (support.only() != null) {
                return "with `" + support.only() + "`";
            }
            return support.supported() ? "yes" : "-";
        }
    }

    /** Ends with a line break. */
    static String of(List<Engine> engines) {
        StringBuilder text = new StringBuilder();
        List<Row> columns = rows(engines.get(0).traits());
        text.append("| engine | ").append(line(columns, Row::name));
        text.append("|---".repeat(1 + columns.size())).append("|\n");
        for (Engine engine : engines) {
            text.append("| `").append(engine.name()).append("` | ").append(line(rows(engine.traits()), Row::cell));
        }
        for (Engine engine : engines) {
            text.append("\n**").append(engine.name()).append("**\n\n");
            for (Row row : rows(engine.traits())) {
                text.append(row.support().supported() ? "- " : "- no ").append(row.name());
                text.append(": ").append(escape(row.support().how())).append('\n');
            }
        }
        return text.toString();
    }

    private static String line(List<Row> rows, Function<Row, String> part) {
        return rows.stream().map(part).collect(Collectors.joining(" | ", "", " |\n"));
    }

    private static List<Row> rows(Traits traits) {
        List<Row> rows = new ArrayList<>(List.of(new Row("directory", new Support(true, "every engine"), "")));
        for (Capability capability : SHOWN) {
            rows.add(new Row(name(capability), traits.capability(capability), ""));
        }
        for (Durability level : Durability.values()) {
            rows.add(new Row("durability " + level.label(), traits.durability(level), traits.remark(level)));
        }
        return rows;
    }

    private static String name(Capability capability) {
        return switch (capability) {
            case DIRECT_IO_FILE -> "O_DIRECT on a file";
            case DIRECT_IO_DEVICE -> "O_DIRECT on a device";
            default -> capability.label();
        };
    }

    /** Names of flags have underscores and bars, which Markdown takes for its own. */
    private static String escape(String text) {
        return text.replace("|", "\\|").replace("_", "\\_").replace("*", "\\*");
    }
}
