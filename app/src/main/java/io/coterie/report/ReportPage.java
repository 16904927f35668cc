package io.coterie.report;

import static java.util.Objects.requireNonNull;

import io.coterie.Sha256;
import io.coterie.json.Json;
import io.coterie.store.AtomicOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * report.html: the data, the styles and the scripts in one file that loads nothing. Its policy lets
 * no other script run than those, by their hashes.
 */
public record ReportPage(ReportData data) {
  public static final String FILE = "report.html";

  /** The chart library first, then what all pages share; the page's own comes last. */
  private static final List<String> SCRIPTS = List.of("echarts.min.js", "charts.js", "pictures.js");

  private static final List<String> STYLES = List.of("coterie.css", "report.css");

  /** Writes the page, and the data from which it can be made again. */
  public static void write(ReportData data, AtomicOutput staging) throws IOException {
    write(data, staging.file(FILE).getParent());
  }

  /** Writes the same into a folder. */
  public static void write(ReportData data, Path folder) throws IOException {
    Files.writeString(folder.resolve(ReportData.FILE), Json.text(data.json()));
    Files.writeString(folder.resolve(FILE), new ReportPage(data).html());
  }

  public String html() {
    StringBuilder scripts = new StringBuilder();
    StringBuilder hashes = new StringBuilder();
    List<String> all = new ArrayList<>(SCRIPTS);
    all.addAll(ownScripts());
    for (String name : all) {
      String script = resource(name);
      scripts.append("<script>").append(script).append("</script>\n");
      hashes.append(" 'sha256-").append(hash(script)).append('\'');
    }
    StringBuilder styles = new StringBuilder();
    STYLES.forEach(name -> styles.append(resource(name)));
    return resource("report.html")
        .replace("{{policy}}", policy(hashes.toString()))
        .replace("{{title}}", escaped(data.json().path("title").asText("Coterie")))
        .replace("{{styles}}", styles)
        .replace("{{scripts}}", scripts)
        .replace("{{data}}", embedded()); // last: it may hold anything
  }

  private List<String> ownScripts() {
    return data.isOfBenchmarks()
        ? List.of("bench.js")
        : List.of("answer.js", data.isOfSite() ? "site.js" : "report.js");
  }

  private static String policy(String hashes) {
    return "default-src 'none'; script-src%s; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
        .formatted(hashes);
  }

  /** Returns the data as JSON that no reader of HTML takes for the end of a script. */
  private String embedded() {
    return Json.line(data.json())
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("{", "&#123;");
  }

  private static String hash(String script) {
    byte[] digest = Sha256.of(script.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(digest);
  }

  static String resource(String name) {
    try (InputStream stream = ReportPage.class.getResourceAsStream(name)) {
      return new String(requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
