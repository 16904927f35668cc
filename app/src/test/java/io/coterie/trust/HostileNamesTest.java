package io.coterie.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name becomes a part of a path, so none may lead out of its folder. */
class HostileNamesTest {
  @TempDir Path temporary;
  private TrustFolder folder;
  private Path outside;

  @BeforeEach
  void provision() throws IOException {
    folder = Folders.provision(temporary.resolve("federation"), "a");
    outside = temporary.resolve("federation/outside.crt");
    Files.writeString(outside, "not to be touched");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../outside",
        "..",
        ".",
        "",
        "/etc/passwd",
        "a/b",
        "a\\b",
        "a\0b",
        "a\nb",
        "-a",
        "A",
        "a.crt",
        "%2e%2e"
      })
  void noNameLeadsOutOfItsFolder(String name) throws IOException {
    List<Path> before = files();
    refused(() -> folder.addSite(name, Folders.VALIDITY));
    refused(() -> folder.revoke(name));
    refused(() -> new SiteFolder(temporary.resolve("new")).request(name));
    refused(() -> Folders.provision(temporary.resolve("other"), "a", name));
    refused(() -> new Connection(name, "127.0.0.1:7443", Optional.empty()));
    assertThat(files()).isEqualTo(before);
    assertThat(outside).hasContent("not to be touched");
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("is not possible");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(temporary)) {
      return walk.sorted().toList();
    }
  }
}
