package io.coterie.data.mapping;

import io.coterie.NearestName;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which names of columns may mean the same, in the languages of most tables. */
final class NameWords {
  private static final List<Set<String>> SAME =
      List.of(
          Set.of("sex", "gender", "geschlecht", "sexe", "sexo", "genre", "genero"),
          Set.of("age", "alter", "edad", "ageyears", "lebensalter", "patientage"),
          Set.of("weight", "gewicht", "poids", "peso", "wt", "bodyweight", "koerpergewicht"),
          Set.of("height", "groesse", "taille", "talla", "altura", "ht", "koerpergroesse"),
          Set.of("bmi", "bodymassindex", "imc"),
          Set.of(
              "birthdate",
              "dob",
              "dateofbirth",
              "birthday",
              "born",
              "geburtsdatum",
              "geburtstag",
              "datedenaissance",
              "fechadenacimiento"),
          Set.of("smoker", "smoking", "raucher", "rauchen", "fumeur", "tabac", "fumador", "tabaco"),
          Set.of("diabetes", "diabetesmellitus", "dm", "diabete"),
          Set.of("systolic", "sbp", "sysbp", "systolisch", "systolicbp", "rrsys", "pas", "bpsys"),
          Set.of(
              "diastolic", "dbp", "diabp", "diastolisch", "diastolicbp", "rrdia", "pad", "bpdia"),
          Set.of("heartrate", "hr", "pulse", "puls", "herzfrequenz", "pouls", "pulso"),
          Set.of("temperature", "temp", "temperatur", "temperatura", "bodytemp"),
          Set.of("platelets", "platelet", "plt", "thrombozyten", "plaquettes", "plaquetas"),
          Set.of("leukocytes", "wbc", "leukozyten", "leucocytes", "leucocitos"),
          Set.of("erythrocytes", "rbc", "erythrozyten", "hematies", "eritrocitos"),
          Set.of("alt", "alat", "gpt", "sgpt"),
          Set.of("ast", "asat", "got", "sgot"),
          Set.of("alkphos", "alp", "alkalinephosphatase", "alkalischephosphatase", "ap"),
          Set.of("protime", "prothrombintime", "pt", "quick"),
          Set.of("stage", "stadium", "stade", "estadio"),
          Set.of(
              "treatment", "trt", "therapy", "behandlung", "therapie", "traitement", "tratamiento"),
          Set.of("edema", "oedema", "oedem", "oedeme"),
          Set.of("pain", "schmerz", "douleur", "dolor"),
          Set.of("country", "land", "pays", "pais"),
          Set.of("education", "bildung", "formation", "educacion"),
          Set.of("income", "einkommen", "revenu", "ingresos"));

  private NameWords() {}

  /**
   * How far a name means another.
   *
   * @param score from 0 to 1
   * @param why in words; empty for 0
   */
  record Likeness(double score, String why) {}

  static Likeness of(String wanted, String found) {
    if (wanted.equals(found)) {
      return new Likeness(1, "the same name");
    }
    String one = Words.joined(wanted);
    String other = Words.joined(found);
    if (one.equals(other)) {
      return new Likeness(0.95, "the same name in another spelling");
    }
    if (SAME.stream().anyMatch(row -> row.contains(one) && row.contains(other))) {
      return new Likeness(0.85, "a word for the same");
    }
    Set<String> shared = new HashSet<>(Words.parts(wanted));
    shared.retainAll(Words.parts(found));
    boolean sharesLong = shared.stream().anyMatch(part -> part.length() > 2);
    Optional<Substance> substance = Substance.named(wanted);
    if (substance.isPresent() && substance.equals(Substance.named(found))) {
      return new Likeness(sharesLong ? 0.75 : 0.7, "a word for the same substance");
    }
    boolean hasWord =
        Words.parts(found).stream()
            .anyMatch(
                part -> SAME.stream().anyMatch(row -> row.contains(one) && row.contains(part)));
    if (sharesLong || hasWord) {
      return new Likeness(0.6, "a word in common");
    }
    boolean isClose = one.length() > 3 && NearestName.to(one, List.of(other)).isPresent();
    return isClose ? new Likeness(0.55, "a similar name") : new Likeness(0, "");
  }
}
