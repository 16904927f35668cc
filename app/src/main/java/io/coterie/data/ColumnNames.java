package io.coterie.data;

import io.coterie.NearestName;
import java.util.List;
import java.util.stream.Collectors;

/** Names of columns in messages. */
public final class ColumnNames {
  /** More names are only counted. */
  public static final int SHOWN = 8;

  private ColumnNames() {}

  public static String list(List<String> names) {
    String shown =
        names.stream().limit(SHOWN).map("'%s'"::formatted).collect(Collectors.joining(", "));
    return names.size() <= SHOWN ? shown : shown + " and %d more".formatted(names.size() - SHOWN);
  }

  /** Returns which name may be meant by one that is none of them, or else what they are. */
  public static String hint(String wanted, List<String> names) {
    return NearestName.to(wanted, names)
        .map("Did you mean '%s'?"::formatted)
        .orElse("Its columns are " + list(names) + ".");
  }
}
