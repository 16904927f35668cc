package io.coterie;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents name tests as proof; a test that was renamed would prove nothing. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:Test|IT))(?:#\\w+)?`");

  private static Set<String> named(Path document) throws IOException {
    Matcher matcher = TEST.matcher(Files.readString(document));
    return matcher.results().map(found -> found.group(1)).collect(Collectors.toSet());
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  @Test
  void everyTestThatADocumentNamesExists() throws IOException {
    Set<String> sources = new TreeSet<>();
    for (String module : List.of("core", "app", "deep", "spark", "bench")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        files.forEach(file -> sources.add(file.getFileName().toString()));
      }
    }
    Set<String> named = new TreeSet<>();
    for (Path document : documents()) {
      named.addAll(named(document));
    }

    assertThat(named)
        .hasSizeGreaterThan(20)
        .allSatisfy(name -> assertThat(sources).contains(name + ".java"));
  }
}
