package io.coterie.data;

import io.coterie.PeerText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What people call clusters. A name is no part of a model: it never changes which record is in
 * which cluster.
 *
 * @param names one for each cluster, empty where it has none; no entry where none has
 */
public record ClusterNames(List<String> names) {
  private static final int LONGEST = 60;

  public ClusterNames {
    names = names.stream().allMatch(String::isEmpty) ? List.of() : List.copyOf(names);
    Set<String> seen = new HashSet<>();
    for (int c = 0; c < names.size(); c++) {
      String name = names.get(c);
      require(name, c + 1);
      if (!name.isEmpty() && !seen.add(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "Two clusters are named '%s'; give each another name.".formatted(name));
      }
    }
  }

  public static ClusterNames none() {
    return new ClusterNames(List.of());
  }

  private static void require(String name, int cluster) {
    if (name.codePointCount(0, name.length()) > LONGEST) {
      throw new IllegalArgumentException(
          "The name of cluster %d has %d characters; it may have %d. Shorten it."
              .formatted(cluster, name.codePointCount(0, name.length()), LONGEST));
    }
    if (name.matches("[0-9]+")) {
      throw new IllegalArgumentException(
          "The name of cluster %d is a number, which would be taken for another cluster's. Use a word."
              .formatted(cluster));
    }
    boolean isVisible = name.codePoints().allMatch(PeerText::isVisible);
    if (!isVisible || !name.equals(name.strip())) {
      throw new IllegalArgumentException(
          ("The name of cluster %d begins or ends with a blank, or has a character that cannot be"
                  + " seen. Use letters, digits, signs and blanks between them.")
              .formatted(cluster));
    }
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** Returns the name of a cluster, counted from 0; empty where it has none. */
  public String of(int cluster) {
    return cluster < names.size() ? names.get(cluster) : "";
  }

  /** Returns a cluster as people read it: its number from 1, and its name where it has one. */
  public String words(int cluster) {
    String name = of(cluster);
    return name.isEmpty() ? Integer.toString(cluster + 1) : "%d %s".formatted(cluster + 1, name);
  }

  /** Returns the same where a cluster, counted from 0, has another name; none if it is empty. */
  public ClusterNames with(int cluster, String name) {
    List<String> all = new ArrayList<>(names);
    while (all.size() <= cluster) {
      all.add("");
    }
    all.set(cluster, name);
    return new ClusterNames(all);
  }
}
