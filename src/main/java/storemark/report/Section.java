package storemark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A section of the page: for each part of the report a table or charts.
 *
 * @param open whether it is unfolded at first
 */
record Section(String id, String title, String about, boolean open, List<Block> blocks) {
    /**
     * What one part of the report has in a section.
     *
     * @param heading the part's name, or empty
     * @param table null for none
     */
    record Block(String heading, Table table, List<Stack> stacks) {
        boolean isEmpty() {
            return table == null && stacks.isEmpty();
        }
    }

    /** Charts of one family, of which a page shows one at a time. */
    record Stack(List<Chart> charts) {
        boolean several() {
            return charts.size() > 1;
        }

        static List<Stack> of(List<Chart> charts) {
            return charts.stream()
                    .collect(Collectors.groupingBy(Chart::family, LinkedHashMap::new, Collectors.toList()))
                    .values()
                    .stream()
                    .map(Stack::new)
                    .toList();
        }
    }

    private static final Properties TEXTS = Resources.properties("sections.properties");

    static Section ofTable(String id, List<Part> parts, Function<Part, Table> table) {
        return of(id, parts, table, part -> List.of());
    }

    /** Charts of each part, behind its table where there is one. */
    static Section of(ChartSection section, List<Part> parts, Function<Part, Table> table) {
        return of(section.id(), parts, table, part -> part.charts().in(section));
    }

    private static Section of(
            String id, List<Part> parts, Function<Part, Table> table, Function<Part, List<Chart>> charts) {
        return new Section(
                id,
                TEXTS.getProperty(id + ".title"),
                TEXTS.getProperty(id + ".about"),
                false,
                parts.stream()
                        .map(part -> new Block(part.name(), table.apply(part), Stack.of(charts.apply(part))))
                        .filter(block -> !block.isEmpty())
                        .toList());
    }

    /** It with one of the sentences that depend on what was measured. */
    Section saying(String which) {
        return new Section(id, title, about + " " + TEXTS.getProperty(id + "." + which), open, blocks);
    }

    Section opened() {
        return new Section(id, title, about, true, blocks);
    }
}
