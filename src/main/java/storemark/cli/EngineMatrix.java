package storemark.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** Ends with a line break. */
    static String of(List<Engine> engines) {
        StringBuilder text = new StringBuilder();
        Set<String> columns = rows(engines.get(0).traits()).keySet();
        text.append("| engine | ").append(String.join(" | ", columns)).append(" |\n");
        text.append("|---".repeat(1 + columns.size())).append("|\n");
        for (Engine engine : engines) {
            text.append("| `").append(engine.name()).append("` | ");
            text.append(String.join(" | ", cells(engine.traits()))).append(" |\n");
        }
        for (Engine engine : engines) {
            text.append("\n**").append(engine.name()).append("**\n\n");
            rows(engine.traits()).forEach((name, support) -> {
                String item = support.supported() ? "- " + name : "- no " + name;
                text.append(item).append(": ").append(escape(support.how())).append('\n');
            });
        }
        return text.toString();
    }

    /** In the order of {@link #rows}. */
    private static List<String> cells(Traits traits) {
        Map<String, String> cells = new LinkedHashMap<>();
        rows(traits).forEach((name, support) -> cells.put(name, cell(support)));
        for (Durability durability : Durability.values()) {
            if (!traits.remark(durability).isEmpty()) {
                cells.put(name(durability), traits.remark(durability));
            }
        }
        return List.copyOf(cells.values());
    }

    private static String cell(Support support) {
        if (support.only() != null) {
            return "with `" + support.only() + "`";
        }
        return support.supported() ? "yes" : "-";
    }

    private static Map<String, Support> rows(Traits traits) {
        Map<String, Support> rows = new LinkedHashMap<>();
        rows.put("directory", new Support(true, "every engine"));
        for (Capability capability : SHOWN) {
            rows.put(name(capability), traits.capability(capability));
        }
        for (Durability durability : Durability.values()) {
            rows.put(name(durability), traits.durability(durability));
        }
        return rows;
    }

    private static String name(Durability durability) {
        return "durability " + durability.label();
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
