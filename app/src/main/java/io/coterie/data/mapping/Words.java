package io.coterie.data.mapping;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The words of a name, however it is written. */
final class Words {
  private Words() {}

  /** Returns the words in lower case, without accents: of 'LDL-Wert' and 'ldlWert' the same. */
  static List<String> parts(String name) {
    String plain =
        Normalizer.normalize(
                name.replace("ä", "ae")
                    .replace("ö", "oe")
                    .replace("ü", "ue")
                    .replace("Ä", "Ae")
                    .replace("Ö", "Oe")
                    .replace("Ü", "Ue")
                    .replace("ß", "ss"),
                Normalizer.Form.NFD)
            .replaceAll("\\p{M}+", "")
            .replaceAll("(?<=[a-z])(?=[A-Z])", " ");
    return Arrays.stream(plain.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
        .filter(part -> !part.isEmpty())
        .toList();
  }

  static String joined(String name) {
    return String.join("", parts(name));
  }
}
