package io.coterie.data.profile;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What the name of a column lets expect. */
public record ColumnNameHints(Set<String> words) {
  private static final Set<String> IDS =
      Set.of(
          "id",
          "ids",
          "uid",
          "uuid",
          "guid",
          "pid",
          "patid",
          "patientid",
          "patnr",
          "mrn",
          "ssn",
          "fallnr",
          "recordid",
          "caseid",
          "sampleid",
          "subjectid",
          "accession",
          "barcode",
          "rownames");

  private static final Set<String> MAYBE_IDS =
      Set.of(
          "nr",
          "no",
          "num",
          "number",
          "nummer",
          "patient",
          "patients",
          "case",
          "subject",
          "participant",
          "person",
          "record",
          "index",
          "idx",
          "row",
          "key",
          "sample",
          "unnamed",
          "name",
          "code");

  private static final Set<String> TRUE_GROUPS =
      Set.of("label", "labels", "class", "classes", "target", "truth", "groundtruth", "cluster");

  private static final Set<String> NOMINAL =
      Set.of(
          "region",
          "code",
          "codes",
          "type",
          "race",
          "ethnicity",
          "ethnic",
          "group",
          "grp",
          "gruppe",
          "center",
          "centre",
          "site",
          "ward",
          "hospital",
          "clinic",
          "country",
          "state",
          "zip",
          "plz",
          "postcode",
          "postal",
          "occupation",
          "religion",
          "marital",
          "category",
          "cat",
          "kind",
          "department",
          "dept",
          "diagnosis",
          "icd",
          "arm",
          "color",
          "colour",
          "species",
          "genus",
          "origin",
          "job",
          "language");

  public static ColumnNameHints of(String name) {
    String apart = name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
    return new ColumnNameHints(
        Arrays.stream(apart.split("[^\\p{L}0-9]+"))
            .map(word -> word.replaceFirst("(?<=\\p{L})[0-9]+$", ""))
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** Returns whether it may hold the groups that are looked for. */
  public boolean mayBeTrueGroups() {
    return words.stream().anyMatch(TRUE_GROUPS::contains);
  }

  boolean isId() {
    return words.stream().anyMatch(IDS::contains);
  }

  boolean mayBeId() {
    return isId() || words.stream().anyMatch(MAYBE_IDS::contains);
  }

  /** Returns whether numbers in it are likely codes without an order. */
  boolean isNominal() {
    return words.stream().anyMatch(NOMINAL::contains);
  }
}
