package storemark.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless Chromium that shows one page, driven by the DevTools protocol. Not thread-safe. */
final class Browser implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern LISTENS = Pattern.compile("listening on (ws://\\S+)");
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final List<String> errors = new ArrayList<>();
    private final WebSocket socket;
    private final String session;
    private int calls;

    /** Puts the parts of a message together. */
    private final class Receiver implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                try {
                    messages.add(MAPPER.readTree(text.toString()));
                } catch (IOException broken) {
                    throw new IllegalStateException(broken);
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    /**
     * The first Chromium on the path; where there is none, the test is skipped.
     *
     * @param what is not tested without
     * @param profile a folder that is empty
     */
    static Browser orSkip(String what, Path profile) throws Exception {
        Optional<Path> program = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            System.out.println("skipped: " + what + ": no chromium on the path");
        }
        assumeTrue(program.isPresent(), "no chromium on the path");
        return new Browser(program.get(), profile);
    }

    private Browser(Path program, Path profile) throws Exception {
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address()), new Receiver())
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        JsonNode page = Stream.generate(() -> 0)
                .map(again -> call("Target.getTargets", Map.of()).get("targetInfos"))
                .flatMap(targets -> Stream.iterate(0, at -> at < targets.size(), at -> at + 1)
                        .map(targets::get))
                .filter(target -> target.get("type").asText().equals("page"))
                .findFirst()
                .orElseThrow();
        session = call(
                        "Target.attachToTarget",
                        Map.of("targetId", page.get("targetId").asText(), "flatten", true))
                .get("sessionId")
                .asText();
        for (String domain : List.of("Runtime.enable", "Log.enable", "Page.enable", "Network.enable")) {
            call(domain, Map.of());
        }
    }

    private String address() throws IOException {
        BufferedReader said = process.errorReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                return listens.group(1);
            }
            all.append(line).append('\n');
        }
        throw new IOException("Chromium did not start:\n" + all);
    }

    /** Sends a command and waits for its result. */
    JsonNode call(String method, Map<String, ?> parameters) {
        ObjectNode command = MAPPER.createObjectNode().put("id", ++calls).put("method", method);
        command.set("params", MAPPER.valueToTree(parameters));
        if (session != null) {
            command.put("sessionId", session);
        }
        socket.sendText(command.toString(), true).join();
        JsonNode answer = await(message -> message.path("id").asInt() == calls, method);
        if (answer.has("error")) {
            throw new IllegalStateException(method + ": " + answer.get("error"));
        }
        return answer.get("result");
    }

    private JsonNode await(java.util.function.Predicate<JsonNode> wanted, String what) {
        try {
            for (JsonNode next = next(); next != null; next = next()) {
                String event = next.path("method").asText();
                if (event.equals("Runtime.exceptionThrown")
                        || event.equals("Log.entryAdded")
                        || (event.equals("Runtime.consoleAPICalled")
                                && next.at("/params/type").asText().equals("error"))) {
                    errors.add(next.toString());
                }
                String url = next.at("/params/request/url").asText();
                if (event.equals("Network.requestWillBeSent") && url.startsWith("http")) {
                    errors.add("asks the network for " + url);
                }
                if (wanted.test(next)) {
                    return next;
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("no answer to " + what);
    }

    private JsonNode next() throws InterruptedException {
        return messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Shows a page of the disk, without a network, and waits until it is loaded. */
    void open(Path page, int width, boolean dark) {
        call(
                "Network.emulateNetworkConditions",
                Map.of("offline", true, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        call("Page.navigate", Map.of("url", page.toUri().toString()));
        await(message -> message.path("method").asText().equals("Page.loadEventFired"), "the load of " + page);
    }

    /** The value of an expression in the page, of a promise when it is there. */
    JsonNode evaluate(String script) {
        JsonNode result =
                call("Runtime.evaluate", Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(script + ": " + result.get("exceptionDetails"));
        }
        return result.at("/result/value");
    }

    /**
     * Waits up to ten seconds for what the page does by itself.
     *
     * @throws IllegalStateException if {@code expression} is not true by then
     */
    void awaitTrue(String expression) {
        JsonNode is = evaluate("new Promise(function (done) { let left = 400; (function look() { if (" + expression
                + " || left-- === 0) { done(left > 0); } else { setTimeout(look, 25); } })(); })");
        if (!is.asBoolean()) {
            throw new IllegalStateException("not true after ten seconds: " + expression);
        }
    }

    /** What went wrong in the pages so far: exceptions, errors on the console, requests to a network. */
    List<String> errors() {
        return errors;
    }

    @Override
    public void close() throws Exception {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }
}
