package io.coterie.data.mapping;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A substance that laboratories measure by mass or by amount, and its molar mass in g/mol. */
public enum Substance {
  GLUCOSE("180.156", "glucose glukose blutzucker glycemie glucosa gluc glu glc fbs"),
  CHOLESTEROL("386.65", "cholesterol cholesterin colesterol chol tc ldl hdl ldlc hdlc vldl"),
  TRIGLYCERIDES("885.43", "triglycerides triglyceride triglyzeride trig trigs tg trigliceridos"),
  CREATININE("113.12", "creatinine kreatinin kreatinine creatinina crea creat scr"),
  UREA("60.056", "urea harnstoff uree ureum"),
  /** The nitrogen of urea, two atoms a molecule. */
  UREA_NITROGEN("28.0134", "bun ureanitrogen"),
  BILIRUBIN("584.66", "bilirubin bilirubine bilirrubina bili tbil dbil"),
  URIC_ACID("168.11", "uricacid urate harnsaeure urinezuur acideurique acidourico ua"),
  CALCIUM("40.078", "calcium kalzium calcio ca"),
  MAGNESIUM("24.305", "magnesium magnesio mg"),
  SODIUM("22.98977", "sodium natrium sodio na"),
  POTASSIUM("39.0983", "potassium kalium potasio"),
  CHLORIDE("35.453", "chloride chlorid chlorure cloruro"),
  /** As phosphorus. */
  PHOSPHATE("30.973762", "phosphate phosphat phosphorus fosfato phos"),
  IRON("55.845", "iron eisen ijzer fer hierro serumiron"),
  COPPER("63.546", "copper kupfer koper cuivre cobre"),
  ZINC("65.38", "zinc zink"),
  LEAD("207.2", "lead blei plomb plomo"),
  /** One subunit with one atom of iron, as laboratories count it. */
  HAEMOGLOBIN("16114.5", "haemoglobin hemoglobin hemoglobine haemoglobine hemoglobina haem hgb hb"),
  ALBUMIN("66437", "albumin albumine albumina alb"),
  /** In % by NGSP, or in mmol/mol by IFCC. */
  HBA1C("16114.5", "hba1c a1c glycatedhaemoglobin glycatedhemoglobin"),
  CRP("105000", "crp hscrp creactiveprotein creaktivesprotein"),
  FERRITIN("445000", "ferritin ferritine ferritina"),
  VITAMIN_D("400.64", "vitamind vitd 25ohd 25hydroxyvitamind"),
  VITAMIN_B12("1355.37", "vitaminb12 b12 cobalamin"),
  FOLATE("441.40", "folate folat folicacid folsaeure"),
  CORTISOL("362.46", "cortisol kortisol"),
  TESTOSTERONE("288.42", "testosterone testosteron testosterona"),
  ESTRADIOL("272.38", "estradiol oestradiol e2"),
  PROGESTERONE("314.46", "progesterone progesteron progesterona"),
  THYROXINE("776.87", "thyroxine thyroxin t4 ft4"),
  TRIIODOTHYRONINE("650.98", "triiodothyronine t3 ft3"),
  LACTATE("90.08", "lactate laktat lactato"),
  AMMONIA("17.031", "ammonia ammoniak"),
  HOMOCYSTEINE("135.18", "homocysteine homocystein"),
  ETHANOL("46.07", "ethanol alcohol");

  private final BigDecimal gramsPerMole;
  private final String words;

  Substance(String gramsPerMole, String words) {
    this.gramsPerMole = new BigDecimal(gramsPerMole);
    this.words = " " + words + " ";
  }

  BigDecimal gramsPerMole() {
    return gramsPerMole;
  }

  private boolean isCalled(String word) {
    return words.contains(" " + word + " ");
  }

  /** Returns the substance that the name of a column seems to speak of; a guess to be confirmed. */
  public static Optional<Substance> named(String column) {
    List<String> parts = Words.parts(column);
    String whole = String.join("", parts);
    return Arrays.stream(values())
        .filter(known -> known.isCalled(whole))
        .findFirst()
        .or(
            () ->
                Arrays.stream(values())
                    .filter(
                        known -> parts.stream().anyMatch(p -> p.length() > 2 && known.isCalled(p)))
                    .findFirst());
  }
}
