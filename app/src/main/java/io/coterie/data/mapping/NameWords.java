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
          Set.of("sex", "gender", "geschlecht", "sexe", "sexo", "genre", "genero", "geslacht"),
          Set.of("age", "alter", "edad", "ageyears", "lebensalter", "patientage", "leeftijd"),
          Set.of(
              "weight",
              "gewicht",
              "poids",
              "peso",
              "wt",
              "bodyweight",
              "koerpergewicht",
              "lichaamsgewicht"),
          Set.of(
              "height",
              "groesse",
              "taille",
              "talla",
              "altura",
              "ht",
              "koerpergroesse",
              "lengte",
              "lichaamslengte"),
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
              "fechadenacimiento",
              "geboortedatum"),
          Set.of(
              "smoker", "smoking", "raucher", "rauchen", "fumeur", "tabac", "fumador", "tabaco",
              "roker", "roken"),
          Set.of("diabetes", "diabetesmellitus", "dm", "diabete"),
          Set.of(
              "systolic",
              "sbp",
              "sysbp",
              "systolisch",
              "systolicbp",
              "rrsys",
              "pas",
              "bpsys",
              "systolique",
              "tasystolique",
              "bovendruk",
              "rrsyst"),
          Set.of(
              "diastolic",
              "dbp",
              "diabp",
              "diastolisch",
              "diastolicbp",
              "rrdia",
              "pad",
              "bpdia",
              "diastolique",
              "tadiastolique",
              "onderdruk",
              "rrdiast"),
          Set.of(
              "heartrate",
              "hr",
              "pulse",
              "puls",
              "herzfrequenz",
              "pouls",
              "pulso",
              "hartslag",
              "pols",
              "freqcard",
              "frequencecardiaque"),
          Set.of(
              "temperature",
              "temp",
              "temperatur",
              "temperatura",
              "bodytemp",
              "temperatuur",
              "koerpertemperatur"),
          Set.of(
              "platelets",
              "platelet",
              "plt",
              "thrombozyten",
              "plaquettes",
              "plaquetas",
              "trombocyten",
              "bloedplaatjes"),
          Set.of(
              "leukocytes",
              "wbc",
              "leukozyten",
              "leucocytes",
              "leucocitos",
              "leukocyten",
              "weissezellen"),
          Set.of(
              "erythrocytes",
              "rbc",
              "erythrozyten",
              "hematies",
              "eritrocitos",
              "erytrocyten",
              "globulesrouges"),
          Set.of("alt", "alat", "gpt", "sgpt"),
          Set.of("ast", "asat", "got", "sgot"),
          Set.of("alkphos", "alp", "alkalinephosphatase", "alkalischephosphatase", "ap"),
          Set.of("protime", "prothrombintime", "pt", "quick", "inr", "protrombinetijd", "tp"),
          Set.of("stage", "stadium", "stade", "estadio", "krankheitsstadium"),
          Set.of(
              "treatment",
              "trt",
              "therapy",
              "behandlung",
              "therapie",
              "traitement",
              "tratamiento",
              "behandeling"),
          Set.of("edema", "oedema", "oedem", "oedeme", "oedeem"),
          Set.of("pain", "schmerz", "douleur", "dolor", "pijn"),
          Set.of("country", "land", "pays", "pais"),
          Set.of("education", "bildung", "formation", "educacion", "opleiding"),
          Set.of("income", "einkommen", "revenu", "ingresos", "inkomen"),
          Set.of(
              "admission",
              "aufnahme",
              "aufnahmeart",
              "opname",
              "opnametype",
              "admissiontype",
              "modeadmission",
              "ingreso"),
          Set.of("diagnosis", "diagnose", "diagnostic", "diagnostico", "dx"),
          Set.of("ward", "station", "afdeling", "service", "department", "abteilung"),
          Set.of("los", "lengthofstay", "verweildauer", "liegedauer", "ligduur", "dureesejour"),
          Set.of(
              "respiratoryrate",
              "rr",
              "atemfrequenz",
              "ademhaling",
              "freqresp",
              "frequencerespiratoire"),
          Set.of(
              "oxygensaturation",
              "spo2",
              "sao2",
              "sauerstoffsaettigung",
              "saturatie",
              "saturation"),
          Set.of("alcohol", "alkohol", "alcool"),
          Set.of("death", "died", "deceased", "tod", "verstorben", "overleden", "deces", "muerte"));

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
    String plainWanted = NameUnit.without(wanted);
    String plainFound = NameUnit.without(found);
    if (!plainWanted.equals(wanted) || !plainFound.equals(found)) {
      Likeness plain = of(plainWanted, plainFound);
      if (plain.score() > 0.7) {
        return new Likeness(Math.min(0.84, plain.score()), plain.why() + ", less the unit");
      }
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
