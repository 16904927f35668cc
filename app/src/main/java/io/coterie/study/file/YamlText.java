package io.coterie.study.file;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the part of YAML that a file of settings needs, and refuses the rest: no anchors, aliases
 * or tags, no key twice, one document, few levels. No message shows a line of the file, since
 * somebody may give a file of records by mistake.
 */
public final class YamlText {
  static final int MOST_CHARACTERS = 2_000_000;
  private static final int MOST_LEVELS = 8;
  private static final YAMLFactory FACTORY = new YAMLFactory();

  private final String origin;
  private final YAMLParser parser;
  private final int[] characters;

  private YamlText(String origin, YAMLParser parser, int[] characters) {
    this.origin = origin;
    this.parser = parser;
    this.characters = characters;
  }

  public static String read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw CoterieException.badData(
            Files.isDirectory(file)
                ? "%s is a folder. Give the path of one file in it.".formatted(file)
                : "There is no file %s. Check the path; it is relative to %s."
                    .formatted(file, Path.of("").toAbsolutePath()));
      }
      if (Files.size(file) > 4L * MOST_CHARACTERS) {
        throw tooLong(file.toString());
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA, "%s is no text in UTF-8. Save it as such.".formatted(file), e);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "%s cannot be read (%s). Check its permissions."
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  static YamlNode.Mapping parse(String text, String origin) {
    if (text.length() > MOST_CHARACTERS) {
      throw tooLong(origin);
    }
    try (YAMLParser parser = FACTORY.createParser(text)) {
      return new YamlText(origin, parser, text.codePoints().toArray()).document();
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      throw new CoterieException(
          ErrorCode.USAGE,
          "%s, line %d: this is no valid YAML. Look for a tab, a missing space after a colon, wrong indentation, or a quote or bracket that is not closed."
              .formatted(origin, line),
          e);
    } catch (IOException e) {
      throw new IllegalStateException("A text in memory can be read", e);
    }
  }

  private static CoterieException tooLong(String origin) {
    return CoterieException.usage(
        "%s is too long for a file of settings; it may have at most %d characters."
            .formatted(origin, MOST_CHARACTERS));
  }

  private YamlNode.Mapping document() throws IOException {
    if (next() != JsonToken.START_OBJECT) {
      throw wrong("this must be a key and a value, as in 'method: anchor-graph'");
    }
    YamlNode.Mapping mapping = mapping(1);
    if (parser.nextToken() != null) {
      throw wrong("a second document begins; a file holds one");
    }
    return mapping;
  }

  private JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    if (parser.isCurrentAlias() || parser.getObjectId() != null || isAnchored(token)) {
      throw wrong("anchors (&) and aliases (*) are not allowed; write the value out");
    }
    if (parser.getTypeId() != null) {
      throw wrong("tags (!) are not allowed; leave it out, or put the text into quotes");
    }
    return token;
  }

  // The parser passes over the anchor of a single value, which begins where the anchor does.
  private boolean isAnchored(JsonToken token) {
    long start = parser.currentTokenLocation().getCharOffset();
    return token != null
        && token.isScalarValue()
        && start >= 0
        && start < characters.length
        && characters[(int) start] == '&';
  }

  private YamlNode.Mapping mapping(int level) throws IOException {
    checkLevel(level);
    int line = line();
    Map<String, YamlNode> values = new LinkedHashMap<>();
    Map<String, Integer> lines = new LinkedHashMap<>();
    while (next() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      Integer earlier = lines.put(key, line());
      if (earlier != null) {
        throw wrong(
            "%s stands here a second time; it is in line %d already. Leave one out"
                .formatted(Section.shown(key), earlier));
      }
      next();
      values.put(key, node(level + 1));
    }
    return new YamlNode.Mapping(line, values, lines);
  }

  private YamlNode.Items items(int level) throws IOException {
    checkLevel(level);
    int line = line();
    List<YamlNode> items = new ArrayList<>();
    while (next() != JsonToken.END_ARRAY) {
      items.add(node(level + 1));
    }
    return new YamlNode.Items(line, items);
  }

  private YamlNode node(int level) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> mapping(level);
      case START_ARRAY -> items(level);
      case VALUE_NULL -> new YamlNode.Nothing(line());
      default -> new YamlNode.Scalar(line(), parser.getText());
    };
  }

  private void checkLevel(int level) {
    if (level > MOST_LEVELS) {
      throw wrong("this is nested deeper than %d levels".formatted(MOST_LEVELS));
    }
  }

  private int line() {
    return Math.max(1, parser.currentTokenLocation().getLineNr());
  }

  private CoterieException wrong(String what) {
    return CoterieException.usage("%s, line %d: %s.".formatted(origin, line(), what));
  }

  /** A part of a YAML document and the line it begins in, counted from 1. */
  sealed interface YamlNode {
    int line();

    /**
     * A word or number, as written.
     *
     * @param text as written, without quotes
     */
    record Scalar(int line, String text) implements YamlNode {}

    /** A key without a value. */
    record Nothing(int line) implements YamlNode {}

    /** A list. */
    record Items(int line, List<YamlNode> items) implements YamlNode {}

    /**
     * Keys and values.
     *
     * @param values by key, in their order
     * @param lines of the keys
     */
    record Mapping(int line, Map<String, YamlNode> values, Map<String, Integer> lines)
        implements YamlNode {}
  }
}
