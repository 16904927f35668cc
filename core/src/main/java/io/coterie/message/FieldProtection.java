package io.coterie.message;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What protects a field of a message that no mechanism of level dp makes noisy, and what the field
 * discloses. It is declared with the kind of the message: a manifest needs a line for every field,
 * so nothing is sent whose protection is not stated.
 *
 * @param text begins with "none:" where nothing but its own nature protects it
 * @param disclosed beyond sums over groups of records
 */
public record FieldProtection(String text, Set<Disclosure> disclosed) {
  /** Of fields that say how a site's own search ended. */
  public static final String SEARCH = "none: how the site's own search ended";

  public FieldProtection {
    requireNonNull(text, "text is null");
    disclosed = Set.copyOf(disclosed);
  }

  public static FieldProtection of(String text, Disclosure... disclosed) {
    return new FieldProtection(text, Set.of(disclosed));
  }

  /** Returns the protection of means or sums of groups, by how few records a group may have. */
  public FieldProtection ofGroups(double smallest) {
    if (smallest == Double.POSITIVE_INFINITY) {
      return of(text + ", all withheld");
    }
    return smallest >= 2
        ? of("%s, each of at least %.0f records".formatted(text, smallest))
        : of(text + ", some of ONE record", Disclosure.RECORDS, Disclosure.SINGLE_VALUES);
  }

  /** Returns the words for a study whose smallest group is known. */
  public String text(int smallestGroup) {
    return text.replace("--min-group", Integer.toString(smallestGroup));
  }

  /** Returns the protection of the same field where only the total over the sites is seen. */
  public FieldProtection masked() {
    if (text.startsWith("sealed") || text.startsWith("masked")) {
      return this; // such words are always under masks
    }
    return of("masked, the total is seen: " + text.replaceFirst("^none: ", ""));
  }

  /** How the protection of a field depends on the message and the study. */
  @FunctionalInterface
  public interface Rule {
    /** Means and sums of groups are judged by the sizes that go with them. */
    Rule BY_COUNTS = (usual, sent) -> usual.ofGroups(sent.smallestCount());

    /** Groups whose sizes are not sent have at least so many records. */
    static Rule ofAtLeast(int fewest) {
      return (usual, sent) -> usual.ofGroups(Math.max(fewest, sent.smallestGroup()));
    }

    FieldProtection in(FieldProtection usual, Sent sent);
  }

  /**
   * A message and what a study promises.
   *
   * @param fields of the message
   * @param smallestGroup how few records a group may have in the study
   * @param hasNominalNoise whether the method adds noise whose bounds are the records' own
   */
  public record Sent(List<Field> fields, int smallestGroup, boolean hasNominalNoise) {
    public Sent {
      fields = List.copyOf(fields);
    }

    /** Returns the smallest count above zero that the message itself states. */
    public double smallestCount() {
      double smallest = Double.POSITIVE_INFINITY;
      for (Field field : fields) {
        boolean isSize = field.name().equals("counts") || field.name().equals("records");
        if (isSize && field instanceof Field.Numbers counts) {
          for (double count : counts.values().array()) {
            smallest = count > 0 ? Math.min(smallest, count) : smallest;
          }
        }
      }
      return smallest;
    }

    public boolean has(String name) {
      return fields.stream().anyMatch(field -> field.name().equals(name));
    }
  }

  /** What a field may disclose of a site beyond sums over groups of records. */
  public enum Disclosure {
    RECORDS,
    RECORD_ORDER,
    GRAPH_OVER_RECORDS,
    LABELS,
    SINGLE_VALUES,
    EXACT_COUNTS;

    /** Returns it as people say it, such as "graph over records". */
    public String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns whether a record can be rebuilt from it, or a part of one. */
    public boolean isGrave() {
      return this != EXACT_COUNTS && this != LABELS;
    }
  }
}
