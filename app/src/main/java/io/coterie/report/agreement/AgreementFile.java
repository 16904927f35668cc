package io.coterie.report.agreement;

import io.coterie.PeerText;
import io.coterie.plan.DpTerms;
import io.coterie.report.PrivacySummary;
import io.coterie.report.manifest.AgreedLimits;
import io.coterie.study.About;
import io.coterie.study.Participation;
import io.coterie.study.Study;
import io.coterie.study.file.StudyText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * agreement.md: what a site's owner was shown and agreed to, to be kept, printed or handed on. It
 * has nothing of the records, not even how many there are, and so not the rehearsal that was made
 * of them.
 *
 * @param consent of one site; none while nobody has agreed
 */
public record AgreementFile(Study study, Optional<Consent> consent) {
  private static final String FENCE = "~~~~~~~~";

  /**
   * That a site agreed.
   *
   * @param how the owner said so
   * @param policy the text of the site's own rules at that moment; none for the standard ones
   */
  public record Consent(String site, Instant time, How how, Optional<String> policy) {}

  /** How a site's owner agrees. */
  public enum How {
    ASKED("The owner was asked, after this was shown, and said yes."),
    IN_ADVANCE("The owner had agreed in advance to what the site's policy allows (--yes).");

    private final String words;

    How(String words) {
      this.words = words;
    }
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    add(text, "# " + (consent.isPresent() ? "Agreement" : "Proposal") + ": " + title(), "");
    add(
        text,
        consent.isPresent()
            ? "What the owner of one site's records agreed to. Nothing of a record is in this file."
            : "What the owner of a site's records is asked. Nobody has agreed by this file.",
        "");
    addConsent(text);
    addAbout(text);
    addStudy(text);
    addColumns(text);
    addPrivacy(text);
    addLimits(text);
    consent.ifPresent(given -> addPolicy(text, given));
    add(text, "## The study, word by word", "");
    add(text, "The hash is the SHA-256 of these lines, each with a line feed at its end.", "");
    addBlock(text, study.canonical());
    return text.toString();
  }

  private String title() {
    return plain(study.about().text(About.Key.TITLE).orElse(study.name()));
  }

  private void addConsent(StringBuilder text) {
    consent.ifPresent(
        given -> {
          row(text, "Site", given.site());
          row(text, "Date", given.time().truncatedTo(ChronoUnit.SECONDS).toString());
          row(text, "Consent", given.how().words);
        });
    row(text, "Study", study.name());
    row(text, "Hash", study.hash());
    text.append('\n');
  }

  private void addAbout(StringBuilder text) {
    add(text, "## What it is for and who asks", "");
    study.about().texts().forEach((key, words) -> row(text, capital(key.label()), words));
    String missing =
        study.about().missing().stream().map(About.Key::label).collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      row(text, "Not stated", missing);
    }
    text.append('\n');
  }

  private void addStudy(StringBuilder text) {
    Participation participation = study.participation();
    add(text, "## What is done, and with whom", "");
    row(text, "Method", study.plan().method());
    if (!study.isProfile()) {
      row(text, "Clusters", study.plan().clusters().toString());
    }
    row(text, "Sites", String.join(", ", participation.sites()));
    row(text, "Enough sites", Integer.toString(participation.quorum()));
    text.append('\n');
  }

  private void addColumns(StringBuilder text) {
    AgreedColumns columns = new AgreedColumns(study.schema());
    add(text, "## What is read", "", columns.summary(), "");
    if (!columns.rows().isEmpty()) {
      table(
          text, AgreedColumns.HEAD, columns.rows().stream().map(AgreedColumns.Row::cells).toList());
    }
  }

  private void addPrivacy(StringBuilder text) {
    Participation participation = study.participation();
    PrivacySummary privacy = new PrivacySummary(study.plan());
    WhatIsSeen seen = new WhatIsSeen(study);
    add(text, "## What is seen, and by whom", "", seen.words(), "");
    if (!seen.picture().isEmpty()) {
      addBlock(text, String.join("\n", seen.picture()) + "\n");
    }
    add(text, privacy.account(participation.sites().size()), "");
    row(text, "Level", study.plan().privacy().level().word());
    Optional<DpTerms> terms = study.plan().privacy().terms();
    terms.ifPresentOrElse(
        agreed -> {
          row(text, "Epsilon", StudyText.number(agreed.budget().epsilon()));
          row(text, "Delta", StudyText.number(agreed.budget().delta()));
          row(text, "Most records of a person", Integer.toString(agreed.recordsPerPerson()));
        },
        () -> row(text, "K", Integer.toString(study.plan().privacy().smallestGroup())));
    privacy
        .cautions(participation.sites().size(), participation.quorum())
        .forEach(caution -> row(text, "Caution", caution));
    text.append('\n');
  }

  private void addLimits(StringBuilder text) {
    AgreedLimits limits = AgreedLimits.of(study.plan());
    add(text, "## What may be asked at most", "");
    add(
        text,
        "In all %s. The site refuses everything beyond it and leaves the study."
            .formatted(limits.words()),
        "");
    table(text, AgreedLimits.HEAD, limits.rows());
  }

  private static void addPolicy(StringBuilder text, Consent given) {
    add(text, "## The site's policy", "");
    if (given.policy().isEmpty()) {
      add(text, "None of its own: levels totals and dp are permitted, whatever the method.", "");
    } else {
      addBlock(text, PeerText.lines(given.policy().get()));
    }
  }

  private static void add(StringBuilder text, String... lines) {
    for (String line : lines) {
      text.append(line).append('\n');
    }
  }

  /** Adds lines as they are; none of them can end the block, which is not as long. */
  private static void addBlock(StringBuilder text, String lines) {
    text.append(FENCE).append("\n");
    lines
        .lines()
        .forEach(line -> text.append(line.startsWith("~~~") ? " " + line : line).append('\n'));
    text.append(FENCE).append("\n\n");
  }

  private static void row(StringBuilder text, String name, String words) {
    text.append("- **").append(name).append(":** ").append(plain(words)).append('\n');
  }

  private static void table(StringBuilder text, List<String> head, List<List<String>> rows) {
    add(text, line(head), "|" + "---|".repeat(head.size()));
    rows.forEach(row -> add(text, line(row)));
    text.append('\n');
  }

  private static String line(List<String> cells) {
    return cells.stream().map(AgreementFile::plain).collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String capital(String label) {
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }

  /** Returns words in which no reader of Markdown finds a mark, a link or an element. */
  static String plain(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replaceAll("[\\\\`*_\\[\\]|~!#]", "\\\\$0");
  }
}
