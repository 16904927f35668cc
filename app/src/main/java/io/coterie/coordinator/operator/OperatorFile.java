package io.coterie.coordinator.operator;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.json.Json;
import io.coterie.privacy.SecretBytes;
import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a coordinator that runs can be asked how it goes, and the secret that lets one ask: the
 * files operator.json and operator.token in its folder, which its owner alone may read. They are
 * new with each start and go when it ends.
 *
 * @param address on loopback
 * @param token of 64 hexadecimal digits
 */
public record OperatorFile(InetSocketAddress address, String token) {
  static final String NAME = "operator.json";

  /** The token alone, for programs that want a file with nothing else in it. */
  static final String TOKEN = "operator.token";

  private static final int TOKEN_BYTES = 32;

  public OperatorFile {
    requireNonNull(address, "address is null");
    if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException("The operator's endpoint is on loopback only.");
    }
    if (!token.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("A token is 64 hexadecimal digits.");
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Content(String host, int port, String token, OptionalLong process) {}

  static String newToken() {
    return HexFormat.of().formatHex(SecretBytes.random(TOKEN_BYTES));
  }

  public String url() {
    String host = address.getAddress().getHostAddress();
    return "http://%s:%d"
        .formatted(host.contains(":") ? "[" + host + "]" : host, address.getPort());
  }

  /** Reads the file in a coordinator's folder, if there is one. */
  public static Optional<OperatorFile> read(Path home) {
    Path file = home.resolve(NAME);
    try {
      Content content = Json.read(Json.parse(Files.readString(file)), Content.class);
      return Optional.of(
          new OperatorFile(new InetSocketAddress(content.host(), content.port()), content.token()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "The file %s cannot be read. Only who runs the coordinator may; if nothing runs there, delete it."
              .formatted(file),
          e);
    }
  }

  void write(Path home) throws IOException {
    PrivateFiles.replace(home.resolve(TOKEN), token + "\n");
    PrivateFiles.replace(
        home.resolve(NAME),
        Json.text(
            new Content(
                address.getAddress().getHostAddress(),
                address.getPort(),
                token,
                OptionalLong.of(ProcessHandle.current().pid()))));
  }

  /** Takes the files away, unless they are another process's by now. */
  void delete(Path home) {
    try {
      if (read(home).filter(this::equals).isPresent()) {
        Files.deleteIfExists(home.resolve(NAME));
        Files.deleteIfExists(home.resolve(TOKEN));
      }
    } catch (IOException | CoterieException e) {
      // What is left says where nobody is any more; whoever asks is told so.
    }
  }

  @Override
  public String toString() {
    return "operator's endpoint at " + url();
  }
}
