package storemark.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import storemark.workload.Workload;

/**
 * The content of {@code run.json}: what was asked, with which versions, and how far it has come.
 *
 * @param suite the suite's name, or the name of the file that it was read from
 * @param reproduces the published comparison that its suite declares; null for none
 * @param started UTC, ISO 8601 to the second
 * @param harness this harness's version
 * @param options every option in force by its command-line name, without host paths
 * @param engines what each series is made of
 * @param cells every planned cell in the order of execution, with its state
 */
public record RunFile(
        String suite,
        @JsonInclude(JsonInclude.Include.NON_NULL) String reproduces,
        String started,
        String harness,
        Map<String, String> options,
        List<EngineEntry> engines,
        List<CellEntry> cells) {
    public RunFile {
        require(suite, "suite");
        require(started, "started");
        require(harness, "harness");
        options = byName(options, "options");
        engines = List.copyOf(require(engines, "engines"));
        cells = List.copyOf(require(cells, "cells"));
    }

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    /** A file that lacks what every run has is damaged, wherever it would be missed. */
    private static <T> T require(T value, String name) {
        if (value == null
                || (value instanceof Map<?, ?> map && map.values().stream().anyMatch(Objects::isNull))) {
            throw new IllegalArgumentException("it has no \"" + name + "\", or null in it");
        }
        return value;
    }

    /** By name: a run that was just measured and one that was read again list them in one order. */
    private static Map<String, String> byName(Map<String, String> values, String name) {
        return Collections.unmodifiableMap(new TreeMap<>(require(values, name)));
    }

    /** How far a cell has come. */
    public enum State {
        PENDING,
        DONE,
        FAILED,
        UNSUPPORTED,
        /** The suite's limit of bytes excludes it. */
        LEFT_OUT
    }

    /**
     * One series.
     *
     * @param spec the engine specification as charted
     * @param version the version that the library states, or null when it is not available
     * @param license SPDX expression
     * @param durability how the engine keeps the run's durability, in its own terms
     * @param settings notes on the profiles and settings in force, by name
     * @param remarks caveats for comparing its write rates with others, by durability level: {@code a kill loses all}; often empty
     */
    public record EngineEntry(
            String spec,
            String version,
            String license,
            String durability,
            Map<String, String> settings,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> remarks) {
        public EngineEntry {
            require(spec, "spec");
            settings = byName(settings, "settings");
            remarks = remarks == null ? Map.of() : byName(remarks, "remarks");
        }
    }

    /**
     * One cell.
     *
     * @param id unique in the run, safe as a file name
     * @param engine engine specification
     * @param threads at least 1
     * @param repetition 1 for the first fork of this cell, 2 for the second, ...
     * @param parameters JMH parameters by name
     * @param state how far it has come
     * @param reason why it failed or is unsupported; null otherwise
     */
    public record CellEntry(
            String id,
            String engine,
            Workload workload,
            int threads,
            int repetition,
            Map<String, String> parameters,
            State state,
            String reason) {
        public CellEntry {
            if (!SAFE.matcher(require(id, "id")).matches()) {
                throw new IllegalArgumentException("the id of a cell is a file's name, and cannot be \"" + id + "\"");
            }
            require(engine, "engine");
            require(workload, "workload");
            require(parameters, "parameters");
            require(state, "state");
        }

        public CellEntry with(State newState, String newReason) {
            return new CellEntry(id, engine, workload, threads, repetition, parameters, newState, newReason);
        }
    }
}
