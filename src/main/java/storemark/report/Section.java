package storemark.report;

import java.util.List;
import java.util.Properties;

/**
 * A section of the page: for each part of the report a table, charts, or both.
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
            return Group.by(charts.stream(), Chart::family).values().stream()
                    .map(Stack::new)
                    .toList();
        }
    }

    private static final Properties TEXTS = Resources.properties("sections.properties");

    static Section of(Topic topic, List<Part> parts) {
        return new Section(
                topic.id(),
                TEXTS.getProperty(topic.id() + ".title"),
                TEXTS.getProperty(topic.id() + ".about"),
                false,
                parts.stream()
                        .map(part -> new Block(
                                part.name(),
                                topic.table(part.data(), part.rates()),
                                Stack.of(part.charts().get(topic))))
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
