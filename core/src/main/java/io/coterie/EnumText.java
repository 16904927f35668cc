package io.coterie;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Constants as options, study files and messages write them: in lower case, with hyphens. */
public final class EnumText {
  private EnumText() {}

  /** A constant that had another word in files that may still be read. */
  public interface Renamed {
    /** Returns the word before, or "" if there was none. */
    String formerWord();
  }

  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static <E extends Enum<E>> List<String> all(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(EnumText::of).toList();
  }

  public static <E extends Enum<E>> Optional<E> parse(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(
            constant ->
                of(constant).equals(text)
                    || (constant instanceof Renamed renamed && renamed.formerWord().equals(text)))
        .findFirst();
  }
}
