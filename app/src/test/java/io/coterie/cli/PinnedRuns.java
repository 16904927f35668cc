package io.coterie.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs of every method, level, kind of input and partition, with the SHA-256 of the files they
 * write. Two builds that print the same lines behave the same, bit for bit:
 *
 * <pre>java -cp TEST-CLASSES:CLASSES:LIB io.coterie.cli.PinnedRuns FOLDER &gt; sums.txt</pre>
 */
final class PinnedRuns {
  /** What differs from run to run, or from machine to machine. */
  private static final Set<String> VOLATILE =
      Set.of("finished_at", "java", "seconds", "data", "networks", "begin", "end", "finished");

  private PinnedRuns() {}

  /**
   * One run.
   *
   * @param name for messages
   * @param isDeep whether it needs the add-on for learned features
   * @param options of 'simulate', where {data} stands for the folder of real data sets
   */
  record Run(String name, boolean isDeep, List<String> options) {
    boolean needsData() {
      return options.stream().anyMatch(option -> option.contains("{data}"));
    }

    /** Runs it and returns the sums of its files by name, or how it failed. */
    Map<String, String> sums(Path out, String data) throws IOException {
      List<Object> words = new ArrayList<>();
      words.add("simulate");
      options.forEach(option -> words.add(option.replace("{data}", data)));
      words.addAll(List.of("--out", out, "--quiet"));
      CommandRun run = CommandRun.of(words.toArray());
      if (run.exitCode() != 0) {
        return Map.of("error", run.exitCode() + " " + run.err().strip());
      }
      Map<String, String> sums = new LinkedHashMap<>();
      String labels = LabelTable.read(out.resolve("labels.csv")).text("record", "site", "cluster");
      sums.put("labels", sha256(labels.getBytes(StandardCharsets.UTF_8)));
      sums.put("model", stable(out.resolve("model.json")));
      sums.put("run", stable(out.resolve("run.json")));
      sums.put("report", stable(out.resolve("report.json")));
      return sums;
    }
  }

  static List<Run> all() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (String line : resource("runs.txt").lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        List<String> words = words(line);
        boolean isDeep = words.get(0).equals("deep");
        int first = isDeep ? 2 : 1;
        runs.add(new Run(words.get(first - 1), isDeep, words.subList(first, words.size())));
      }
    }
    return runs;
  }

  static String resource(String name) throws IOException {
    try (InputStream stream = PinnedRuns.class.getResourceAsStream("/pinned/" + name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(line);
    while (matcher.find()) {
      words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
    }
    return words;
  }

  /** Returns the sum of a JSON file without what differs from run to run. */
  private static String stable(Path file) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode tree = mapper.readTree(file.toFile());
    strip(tree);
    // Keys stay in their order: it is part of the format.
    return sha256(
        mapper
            .writer()
            .without(SerializationFeature.INDENT_OUTPUT)
            .writeValueAsString(tree)
            .replace(file.getParent().toString(), "OUT")
            .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|[0-9.]+ (s|ms|min)\\b", "TIME")
            .getBytes(StandardCharsets.UTF_8));
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (String key : VOLATILE) {
        if (object.path(key).isValueNode() || key.equals("seconds")) {
          object.remove(key);
        }
      }
    }
    node.forEach(PinnedRuns::strip);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Prints the sums of every run; the folder is for their files. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    String data = System.getenv("COTERIE_DATA");
    for (Run run : all()) {
      if (args.length > 1 && !Set.of(args).contains(run.name())) {
        continue;
      }
      for (Map.Entry<String, String> sum : run.sums(folder.resolve(run.name()), data).entrySet()) {
        System.out.println(run.name() + " " + sum.getKey() + " " + sum.getValue());
      }
    }
    System.exit(0);
  }
}
