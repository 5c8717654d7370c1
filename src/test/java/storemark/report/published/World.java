package storemark.report.published;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import storemark.results.Estimate;
import storemark.suite.Cell;
import storemark.suite.Suites;

/** A made-up run of all cells of a suite, in which everything is as the page claims: {@link #power} turns it around. */
final class World {
    private final String suite;
    /** Every measured number is its ratio in the world as claimed, to this power. */
    double power = 1;
    /** Engines that were not measured, and why. */
    Map<String, String> missing = Map.of();

    World(String suite) {
        this.suite = suite;
    }

    Facts facts() throws IOException {
        List<Fact> facts = new ArrayList<>();
        List<Facts.Gap> gaps = new ArrayList<>();
        for (String medium : List.of("tmpfs", "disk")) {
            for (Cell cell : Suites.read(suite).cells()) {
                String engine = cell.engine().toString();
                for (String window : List.of("all", "in memory", "past memory")) {
                    Map<String, String> labels = labels(cell, engine, medium, window);
                    if (cell.leftOut().isPresent()) {
                        gaps.add(new Facts.Gap(labels, cell.leftOut().get(), true));
                    } else if (missing.containsKey(engine)) {
                        gaps.add(new Facts.Gap(labels, missing.get(engine), false));
                    } else if (cell.repetition() == 1) {
                        facts.add(fact(labels));
                    }
                }
            }
        }
        return new Facts(facts, gaps, Map.of("made-up on tmpfs", 4, "made-up on disk", 4));
    }

    private static Map<String, String> labels(Cell cell, String engine, String medium, String window) {
        Map<String, String> labels = new HashMap<>(cell.parameters());
        labels.keySet().removeAll(Set.of("step", "sample", "seed"));
        labels.put("engine", engine);
        labels.put("workload", cell.workload().label());
        labels.put("threads", String.valueOf(cell.threads()));
        labels.put("medium", medium);
        labels.put("run", "made-up on " + medium);
        labels.put("window", window);
        return labels;
    }

    private Fact fact(Map<String, String> labels) {
        double rate = switch (suite) {
            case "lmdb-vs-tupldb" -> lmdbAgainstTupl(labels);
            case "symas-2012" -> symas(labels);
            case "leveldb-2011" -> leveldb(labels);
            default -> files(labels);
        };
        return new Fact(labels, powered(1000 * rate), powered(disk(labels)), powered(space(labels)));
    }

    private Estimate powered(double value) {
        return Estimate.of(Math.pow(value, power));
    }

    private static double lmdbAgainstTupl(Map<String, String> labels) {
        double threads = Double.parseDouble(labels.get("threads"));
        boolean past = labels.get("window").equals("past memory");
        boolean tupl = labels.get("engine").startsWith("tupl");
        double second = !"2".equals(labels.get("pass")) ? 1 : tupl ? 1.05 : 0.7;
        double place = switch (labels.get("engine")) {
            case "tupl:device" -> 1.2;
            case "tupl:device,direct" -> 1.6;
            case "tupl:device,direct,checkpointThreads.15" -> 1.6;
            case "tupl:device,direct,crc,checkpointThreads.15" -> 1.5;
            case "tupl:device,direct,crc,cipher,checkpointThreads.15" -> 1.4;
            case "tupl:mapped" -> 0.9;
            case "lmdb:1.0,nordahead,device" -> 0.98;
            default -> 1;
        };
        double engine = switch (labels.get("workload")) {
            case "insert" -> tupl ? 1.4 : 1;
            case "read" -> !tupl || past ? 1 : threads == 1 ? 1.05 : threads < 8 ? 0.9 : 1.2;
            case "scan" -> !tupl ? 1 : threads == 16 && !past ? 0.9 : 1.5;
            case "update" -> tupl ? 3 * Math.pow(threads, 0.5) : Math.pow(threads, -0.1);
            default -> tupl ? 1.2 * Math.pow(threads, 0.3) : 1;
        };
        return place * engine * second / (past ? 3 : 1);
    }

    private static double symas(Map<String, String> labels) {
        boolean large = labels.get("valueBytes").equals("100000");
        boolean insert = labels.get("workload").equals("insert");
        boolean lmdb = labels.get("engine").startsWith("lmdb");
        double cache = labels.get("cache").equals("134217728") ? 1.2 : 1;
        double sync = labels.get("durability").equals("power") ? 0.01 : 1;
        double batch = lmdb && "1000".equals(labels.get("batch")) ? 5 : 1;
        boolean ordered = "sequential".equals(labels.get("order"));
        double engine = lmdb ? (!insert ? 5 : large ? 3 : ordered ? 1 : 0.8) : 1;
        return engine * cache * sync * batch * (large && lmdb && !insert ? 1.5 : 1);
    }

    private static double leveldb(Map<String, String> labels) {
        boolean insert = labels.get("workload").equals("insert");
        boolean large = labels.get("valueBytes").equals("100000");
        double cache = labels.get("cache").equals("134217728") ? 2.5 : 1;
        String engine = labels.get("engine");
        double own = engine.startsWith("leveldb:compression.snappy")
                ? large ? 0.5 : labels.get("workload").equals("read") ? 1 : 2
                : engine.startsWith("leveldb")
                        ? insert ? 1.5 : 2
                        : engine.startsWith("kyoto-treedb:compression.lzo") ? insert ? 0.7 : 1.2 : 1;
        return cache * own;
    }

    private static double files(Map<String, String> labels) {
        boolean small = labels.get("valueBytes").equals("1-1023");
        boolean large = !small && !labels.get("valueBytes").equals("1024-10240");
        double compressed = labels.get("engine").contains("compression") ? 0.7 : 1;
        boolean files = Set.of("insert", "read").contains(labels.get("workload"));
        double fewer = Math.pow(Double.parseDouble(labels.get("entries")), -0.04);
        return compressed
                * fewer
                * switch (labels.get("engine")) {
                    case "bdb" -> small ? 3 : large && !files ? 4 : 1;
                    case "files-flat" -> large && files ? 2 : 0.9;
                    case "files-nested" -> large && files ? 1.5 : 0.8;
                    default -> 1;
                };
    }

    private static double disk(Map<String, String> labels) {
        String engine = labels.get("engine");
        return engine.equals("bdb") ? 5 : engine.startsWith("lmdb") ? 3 : 1;
    }

    private static double space(Map<String, String> labels) {
        return labels.get("engine").startsWith("files")
                ? 0.12
                : labels.get("engine").contains("snappy") ? 1.5 : 0.9;
    }
}
