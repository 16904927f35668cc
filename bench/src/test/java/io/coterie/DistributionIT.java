package io.coterie;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is bundled is listed, and under licences that allow it. Needs a packaged app, which every
 * build from mvn package on has.
 */
class DistributionIT {
  private static final Path APP = Path.of("../app");
  private static final Path LIST = APP.resolve("target/sbom.cdx.json");
  private static final Path JARS = APP.resolve("target/lib");

  /** Licences without duties for what is linked to the library; each library offers one of them. */
  private static final Pattern ALLOWED =
      Pattern.compile("Apache.*|MIT.*|BSD.*|Bouncy Castle.*|CC0.*|EDL.*", Pattern.CASE_INSENSITIVE);

  private JsonNode list;

  @BeforeEach
  void read() throws IOException {
    assumeTrue(Files.exists(LIST) && Files.isDirectory(JARS), "mvn package makes " + LIST);
    list = new ObjectMapper().readTree(Files.readString(LIST));
  }

  private static String jar(JsonNode component) {
    String link = component.path("purl").asText();
    int at = link.indexOf("classifier=");
    String classifier = at < 0 ? "" : "-" + link.substring(at + 11).split("&", -1)[0];
    return "%s-%s%s.jar"
        .formatted(component.path("name").asText(), component.path("version").asText(), classifier);
  }

  @Test
  void everyJarOfTheDistributionIsListedAndNoOther() throws IOException {
    Set<String> listed = new TreeSet<>();
    list.path("components").forEach(component -> listed.add(jar(component)));
    try (Stream<Path> files = Files.list(JARS)) {
      Set<String> bundled =
          files.map(file -> file.getFileName().toString()).collect(toCollection(TreeSet::new));
      assertThat(listed)
          .as("the list %s; jars of an older build in %s go with mvn clean", LIST, JARS)
          .isEqualTo(bundled)
          .hasSizeGreaterThan(30)
          .noneMatch(jar -> jar.startsWith("coterie-bench") || jar.startsWith("jmh"));
    }
    assertThat(list.path("metadata").path("component").path("name").asText())
        .isEqualTo("coterie-app");
  }

  @Test
  void everyLibraryIsUnderALicenceThatAllowsThis() {
    for (JsonNode component : list.path("components")) {
      List<String> licences = new ArrayList<>();
      for (JsonNode each : component.path("licenses")) {
        String name = each.path("license").path("id").asText();
        licences.add(name.isEmpty() ? each.path("license").path("name").asText() : name);
      }
      assertThat(licences)
          .as(jar(component))
          .anyMatch(licence -> ALLOWED.matcher(licence).matches());
    }
  }

  @Test
  void everyLibraryIsNamedWithItsLicence() throws IOException {
    String named = Files.readString(APP.resolve("src/dist/THIRD-PARTY.md"));
    for (JsonNode component : list.path("components")) {
      if (!component.path("group").asText().equals("io.coterie")) {
        assertThat(named).contains("`" + component.path("name").asText() + "`");
      }
    }
  }

  private List<JsonNode> embedded(String jar) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode component : list.path("components")) {
      if (jar(component).startsWith(jar)) {
        component.path("components").forEach(found::add);
      }
    }
    return found;
  }

  /** A scanner looks for names and versions, and cannot see into a jar with renamed classes. */
  @Test
  void whatIsPackedIntoAJarIsListedToo() throws Exception {
    List<JsonNode> netty = embedded("grpc-netty-shaded");
    assertThat(netty)
        .extracting(each -> each.path("name").asText())
        .contains("netty-codec-http2", "netty-handler", "netty-tcnative-classes", "boringssl");
    List<JsonNode> natives = netty.stream().filter(each -> each.has("hashes")).toList();
    assertThat(natives).hasSize(7);
    try (Stream<Path> files = Files.list(JARS)) {
      Path jar =
          files
              .filter(file -> file.getFileName().toString().startsWith("grpc-netty-shaded"))
              .findFirst()
              .orElseThrow();
      try (ZipFile packed = new ZipFile(jar.toFile())) {
        assertThat(
                packed.stream()
                    .filter(entry -> entry.getName().matches("META-INF/native/.+"))
                    .map(ZipEntry::getName))
            .containsExactlyInAnyOrderElementsOf(
                natives.stream().map(each -> each.path("description").asText()).toList());
        for (JsonNode each : natives) {
          byte[] bytes =
              packed
                  .getInputStream(packed.getEntry(each.path("description").asText()))
                  .readAllBytes();
          assertThat(each.path("hashes").get(0).path("content").asText())
              .isEqualTo(Sha256.hex(bytes));
        }
      }
    }
    assertThat(embedded("openblas"))
        .anySatisfy(
            each -> {
              assertThat(each.path("name").asText()).isEqualTo("OpenBLAS");
              assertThat(each.path("licenses").get(0).path("license").path("id").asText())
                  .isEqualTo("BSD-3-Clause");
            });
  }
}
