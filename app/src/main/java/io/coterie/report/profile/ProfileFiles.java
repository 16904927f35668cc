package io.coterie.report.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.PeerText;
import io.coterie.json.Json;
import io.coterie.store.AtomicOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** profile.json and profile.html. */
public final class ProfileFiles {
  public static final String DOCUMENT = "profile.json";
  public static final String PAGE = "profile.html";

  private static final int SCHEMA_VERSION = 1;
  private static final String NAME = "coterie-profile";
  private static final long MOST_BYTES = 64 << 20;

  private ProfileFiles() {}

  public static ObjectNode document(FederatedProfile profile) {
    return Json.object()
        .put("schema_version", SCHEMA_VERSION)
        .put("document", NAME)
        .setAll(Json.tree(profile));
  }

  public static void write(FederatedProfile profile, AtomicOutput staging) throws IOException {
    Files.writeString(staging.file(DOCUMENT), PeerText.escaped(Json.text(document(profile))));
    Files.writeString(staging.file(PAGE), new ProfilePage(profile).html());
  }

  /** Reads the columns on whose levels the sites agreed, by name. */
  public static Map<String, FederatedProfile.Column> readAgreed(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw bad(file, "it is too large");
      }
      JsonNode document = Json.parse(Files.readString(file));
      if (!document.path("document").asText().equals(NAME)
          || document.path("schema_version").asInt() != SCHEMA_VERSION) {
        throw bad(file, "it is another document, or one of another version");
      }
      Map<String, FederatedProfile.Column> agreed = new TreeMap<>();
      for (JsonNode node : document.path("columns")) {
        FederatedProfile.Column column = Json.read(node, FederatedProfile.Column.class);
        if (column.isAgreed()) {
          agreed.put(column.name(), column);
        }
      }
      return agreed;
    } catch (IllegalArgumentException | NullPointerException e) {
      throw bad(file, "it is damaged");
    } catch (IOException e) {
      throw CoterieException.badData("The profile %s cannot be read.".formatted(file));
    }
  }

  private static CoterieException bad(Path file, String why) {
    return CoterieException.badData(
        "%s is no profile that this version can use: %s. A study of method profile writes profile.json."
            .formatted(file, why));
  }
}
