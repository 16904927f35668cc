package io.coterie.report.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import io.coterie.message.FieldProtection.Disclosure;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.report.PrivacySummary;
import io.coterie.report.RunSummary;
import io.coterie.store.ledger.LedgerState;
import io.coterie.terminal.Ansi;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A manifest for people and for programs.
 *
 * @param ledger of the records before this study, where one is kept
 * @param sites how many the study has
 */
public record ManifestView(Manifest manifest, Optional<LedgerState> ledger, int sites) {
  private static final String UNPROTECTED = "UNPROTECTED, ";

  public void say(Console console) {
    PrivacySummary story = new PrivacySummary(manifest.plan());
    Table head = Table.ofFacts();
    story.begin(head);
    head.row("messages", Integer.toString(manifest.entries().size()));
    head.row("bytes", String.format(Locale.ROOT, "%,d", manifest.bytes()));
    AgreedLimits limits = AgreedLimits.of(manifest.plan());
    head.row("limit", limits.words());
    console.say("What would leave this site. Nothing was sent, nothing was charged.", "");
    console.say(head, "");
    console.say(Format.wrapped(story.account(sites)));
    console.say("");
    console.say(
        "What the study may ask. This site refuses everything beyond it and leaves the study.", "");
    console.say(limits.table(), "");
    console.say("A rehearsal with this site's own records and no other's.", "");
    table()
        .lines(console)
        .forEach(
            line -> console.say(line.contains(UNPROTECTED) ? console.paint(Ansi.RED, line) : line));
    console.say("");
    Table end = Table.ofFacts();
    end.row("NOT sent", words(manifest.notSent()));
    if (manifest.plan().privacy().isDp()) {
      if (manifest.plan().privacy().terms().orElseThrow().noiseShares() > 1) {
        end.row("noise sd", "of the total over the sites, of which this site adds a share");
      }
      end.row(
          "total", PrivacySummary.words(story.spent(manifest.loss()), manifest.entries().size()));
      end.row("remaining", remaining());
    } else {
      end.row("total", "no budget: this level is not differential privacy");
    }
    console.say(end);
  }

  private static String words(List<Disclosure> told) {
    return told.stream().map(Disclosure::words).collect(Collectors.joining(", "));
  }

  /** One line a field; messages that are alike are shown once, with the bytes of all of them. */
  private Table table() {
    boolean isDp = manifest.plan().privacy().isDp();
    Table table =
        Table.withHeader(
            isDp
                ? List.of("field", "shape", "bytes", "mechanism", "sensitivity", "noise sd", "cost")
                : List.of("field", "question", "shape", "bytes", "mechanism"));
    for (ManifestSummary.Part part : ManifestSummary.of(manifest).parts()) {
      for (Manifest.Line line : part.lines()) {
        String field = part.roundsText() + " " + part.kind() + "." + line.field();
        table.row(isDp ? noisy(field, line) : plain(field, part.question(), line));
      }
    }
    return table;
  }

  private static List<String> plain(String field, String question, Manifest.Line line) {
    String mechanism = (line.isUnprotected() ? UNPROTECTED : "") + line.mechanism();
    return List.of(field, question, line.shape(), bytes(line), mechanism);
  }

  private static String bytes(Manifest.Line line) {
    return String.format(Locale.ROOT, "%,d", line.bytes());
  }

  private static List<String> noisy(String field, Manifest.Line line) {
    if (line.noise().isEmpty()) {
      return List.of(field, line.shape(), bytes(line), line.mechanism(), "", "", "");
    }
    ReleaseNotice statement = line.noise().get();
    return List.of(
        field,
        line.shape(),
        bytes(line),
        line.mechanism(),
        String.format(Locale.ROOT, "%,d", statement.mechanism().sensitivity()),
        noise(statement.mechanism()),
        PrivacySummary.amount(statement.mechanism().loss()));
  }

  /** The noise on the wire and, of a lattice, in units of what one record adds. */
  private static String noise(Mechanism mechanism) {
    String wire = String.format(Locale.ROOT, "%,.1f", mechanism.deviation());
    return mechanism.sensitivity() == 1
        ? wire
        : String.format(
            Locale.ROOT, "%s = %.1fx", wire, mechanism.deviation() / mechanism.sensitivity());
  }

  public ObjectNode json() {
    PrivacySummary story = new PrivacySummary(manifest.plan());
    ObjectNode node = Json.object().put("command", "inspect");
    node.put("method", manifest.plan().method());
    node.set("privacy", Json.tree(story.agreed()));
    node.put("account", story.account(sites));
    node.put("bytes", manifest.bytes());
    node.set("limits", AgreedLimits.of(manifest.plan()).json());
    ArrayNode messages = node.putArray("messages");
    for (Manifest.Entry entry : manifest.entries()) {
      ObjectNode message =
          messages
              .addObject()
              .put("round", entry.round())
              .put("kind", entry.kind())
              .put("bytes", entry.bytes());
      ArrayNode fields = message.putArray("fields");
      entry.lines().forEach(line -> fields.add(json(line)));
    }
    ArrayNode summary = node.putArray("summary");
    for (ManifestSummary.Part part : ManifestSummary.of(manifest).parts()) {
      ObjectNode shown =
          summary
              .addObject()
              .put("rounds", part.roundsText())
              .put("question", part.question())
              .put("kind", part.kind());
      ArrayNode fields = shown.putArray("fields");
      part.lines().forEach(line -> fields.add(json(line)));
    }
    ArrayNode notSent = node.putArray("not_sent");
    manifest.notSent().forEach(told -> notSent.add(told.words()));
    PrivacyLoss loss = manifest.loss();
    if (manifest.plan().privacy().isDp()) {
      node.set("total", Json.tree(story.spent(loss)));
      ledger
          .flatMap(LedgerState::budget)
          .ifPresent(budget -> node.put("remaining_epsilon", budget.remaining(after())));
    }
    return node;
  }

  /** What the ledger would say after this study. */
  private String remaining() {
    if (ledger.isEmpty()) {
      return "not known: no ledger was named (--ledger-dir)";
    }
    return ledger
        .get()
        .budget()
        .map(
            budget ->
                String.format(
                    Locale.ROOT,
                    "epsilon %.4f of %.4f at delta %.2g after this study",
                    budget.remaining(after()),
                    budget.epsilon(),
                    budget.delta()))
        .orElse("nothing: the owner has set no budget (coterie budget set)");
  }

  private PrivacyLoss after() {
    int person = manifest.plan().privacy().terms().orElseThrow().recordsPerPerson();
    return ledger.orElseThrow().spent().plus(manifest.loss().times(person));
  }

  public static ObjectNode json(Manifest.Line line) {
    ObjectNode field =
        Json.object()
            .put("field", line.field())
            .put("shape", line.shape())
            .put("bytes", line.bytes())
            .put("mechanism", line.mechanism())
            .put("unprotected", line.isUnprotected());
    line.noise().ifPresent(statement -> field.setAll(Json.tree(RunSummary.Block.of(statement))));
    return field;
  }
}
