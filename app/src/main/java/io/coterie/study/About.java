package io.coterie.study;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.PeerText;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a study is for and who asks, as the owner of a site's records reads it before agreeing. No
 * method sees it, but it is part of what a site agrees to, and so of the hash.
 *
 * @param texts each a line without anything that a screen would obey
 */
public record About(Map<Key, String> texts) {
  /** What can be said of a study. */
  public enum Key {
    TITLE("title", 120, false),
    PURPOSE("purpose", 2000, true),
    ASKED_BY("asked by", 300, true),
    CONTACT("contact", 300, true),
    ETHICS("ethics", 300, true),
    RETENTION("retention", 500, true),
    WEBSITE("website", 300, false);

    private final String label;
    private final int longest;
    private final boolean isWanted;

    Key(String label, int longest, boolean isWanted) {
      this.label = label;
      this.longest = longest;
      this.isWanted = isWanted;
    }

    /** Returns what people read before the text. */
    public String label() {
      return label;
    }

    public int longest() {
      return longest;
    }

    public String word() {
      return EnumText.of(this);
    }
  }

  public About {
    Map<Key, String> clean = new EnumMap<>(Key.class);
    texts.forEach((key, text) -> clean.put(key, checked(key, text)));
    texts = Collections.unmodifiableMap(clean);
  }

  public static About nothing() {
    return new About(Map.of());
  }

  /** Lines of a file become one; whatever else is not visible could hide or reorder words. */
  private static String checked(Key key, String text) {
    String line = text.strip().replaceAll("[ \\t]*\\R\\s*", " ");
    int length = line.codePointCount(0, line.length());
    if (length == 0 || length > key.longest) {
      throw CoterieException.usage(
          "about.%s has %d characters; it must have 1 to %d."
              .formatted(key.word(), length, key.longest));
    }
    if (!line.codePoints().allMatch(PeerText::isVisible)) {
      throw CoterieException.usage(
          "about.%s has a character that no screen shows, such as a tab or a control character; leave it out."
              .formatted(key.word()));
    }
    return line;
  }

  public Optional<String> text(Key key) {
    return Optional.ofNullable(texts.get(key));
  }

  /** Returns the keys without which an owner does not know what to agree to. */
  public List<Key> missing() {
    return Stream.of(Key.values()).filter(key -> key.isWanted && !texts.containsKey(key)).toList();
  }
}
