package io.coterie.participant;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.PeerText;
import io.coterie.dashboard.LiveSource;
import io.coterie.json.Json;
import io.coterie.message.Labels;
import io.coterie.report.StudyFacts;
import io.coterie.report.agreement.Agreement;
import io.coterie.report.manifest.AgreedLimits;
import io.coterie.report.manifest.Manifest;
import io.coterie.report.manifest.ManifestView;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.JournalEvent;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerView;
import io.coterie.study.Study;
import io.coterie.terminal.Format;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A site in a study as its owner's page shows it: what left it, what is asked, what is left of the
 * budget, and the sizes of its own clusters. None of it goes anywhere else.
 *
 * <p>Thread-safe.
 */
public final class SiteState implements LiveSource {
  /** Of a site that found nothing. */
  static final String FITS = "this site's records fit those of the others";

  private final String site;
  private final List<Line> lines = new ArrayList<>();
  private final ArrayNode releases = Json.array();
  private ObjectNode study = Json.object();
  private Optional<LedgerFile> ledger = Optional.empty();
  private Optional<ObjectNode> manifest = Optional.empty();
  private String phase = "connecting";
  private String doing = "";
  private String waiting = "";
  private String ending = "";
  private long bytes;
  private long[] sizes = {};
  private boolean isProfile;
  private boolean isAnswered;
  private Optional<ObjectNode> table = Optional.empty();
  private long lastNumber;
  private int refusals;
  private String limit = "";
  private List<String> fit = List.of();

  SiteState(String site) {
    this.site = site;
  }

  synchronized void invited(JoinedStudy joined, Optional<LedgerFile> book) {
    Study agreed = joined.study();
    isProfile = agreed.isProfile();
    study = StudyFacts.of(agreed);
    study.put("records", joined.records().size()).put("data", joined.records().name());
    study.set("agreement", new Agreement(agreed).json());
    limit = AgreedLimits.of(agreed.plan()).words();
    ledger = book;
  }

  /** Puts back what an earlier process of this site wrote down. */
  synchronized void remember(Journal journal, String name) {
    if (journal.study(name).isPresent()) {
      journal.events(name, 0).forEach(this::remember);
    }
  }

  private void remember(JournalEvent event) {
    String step = Json.parse(event.text()).path("detail").asText();
    String words =
        switch (EventKind.of(event.kind())) {
          case AGREED -> "this site agreed to the study";
          case SENT -> "round %d (%s) was sent".formatted(event.round(), step);
          case LATE -> "round %d (%s) came too late".formatted(event.round(), step);
          case LABELLED -> isProfile ? "the profile came" : "the records were labelled";
          case LEFT -> "this site left the study: " + step;
          default -> ""; // nothing that its owner needs to know
        };
    if (!words.isEmpty()) {
      line(event.time(), event.kind(), words);
    }
  }

  /** Shows how the site's own table becomes records of the study. */
  synchronized void look(ObjectNode looked) {
    table = Optional.of(looked);
  }

  synchronized Optional<ObjectNode> table() {
    return table.map(ObjectNode::deepCopy);
  }

  synchronized void ask(ObjectNode leaving) {
    manifest = Optional.of(leaving);
    phase = "asking";
    happened("asking", "the owner is asked whether this site takes part");
  }

  synchronized boolean isAsking() {
    return phase.equals("asking");
  }

  public synchronized void go(String next, String words) {
    phase = next;
    happened(next, words);
  }

  public synchronized void end(String why) {
    ending = PeerText.reason(why);
    phase = isAnswered ? "finished" : "ended";
    happened(phase, why);
  }

  synchronized void doing(String words) {
    if (!words.equals(doing)) {
      doing = words;
      happened("doing", words);
    }
  }

  public synchronized void waiting(String words) {
    waiting = PeerText.reason(words);
  }

  synchronized void sent(Manifest.Entry entry, int attempt) {
    bytes += entry.bytes();
    ObjectNode node =
        Json.object()
            .put("time", Instant.now().toString())
            .put("round", entry.round())
            .put("attempt", attempt)
            .put("kind", entry.kind())
            .put("bytes", entry.bytes());
    ArrayNode fields = node.putArray("fields");
    entry.lines().forEach(line -> fields.add(ManifestView.json(line)));
    releases.add(node);
    happened(
        "release",
        "round %d: %s, %s".formatted(entry.round(), entry.kind(), Format.bytes(entry.bytes())));
  }

  synchronized void refused(String reason) {
    refusals++;
    happened("refused", "a question was refused: " + reason);
  }

  /** Shows what of the site's records does not fit those of the others. */
  synchronized void fit(List<String> words) {
    fit = List.copyOf(words);
    happened("fit", words.isEmpty() ? FITS : "does not fit: " + String.join("; ", words));
  }

  /** The answer is here: a profile, which labels nothing, or labels of the site's records. */
  public synchronized void answered(Labels labels) {
    isAnswered = true;
    if (isProfile) {
      phase = "answered";
      happened("answered", "the profile is here");
      return;
    }
    sizes = new long[labels.clusterCount()];
    for (int i = 0; i < labels.size(); i++) {
      sizes[labels.of(i)]++;
    }
    phase = "labelled";
    happened("labelled", "the records are labelled");
  }

  private void happened(String kind, String words) {
    line(Instant.now(), kind, words);
  }

  /** Numbers follow the clock, so that they grow over a restart of the site. */
  private void line(Instant time, String kind, String words) {
    lastNumber = Math.max(lastNumber + 1, time.toEpochMilli());
    ObjectNode data = Json.object().put("time", time.toString()).put("kind", kind);
    lines.add(new Line(lastNumber, data.put("text", PeerText.reason(words))));
  }

  @Override
  public synchronized News after(long number) {
    return new News(json(), lines.stream().filter(line -> line.number() > number).toList());
  }

  synchronized ObjectNode json() {
    ObjectNode node =
        Json.object()
            .put("site", site)
            .put("phase", phase)
            .put("doing", doing)
            .put("waiting", waiting)
            .put("ending", ending)
            .put("bytes", bytes)
            .put("refused", refusals)
            .put("limit", limit)
            .put("table", table.isPresent());
    node.set("study", study);
    node.set("releases", releases);
    manifest.ifPresent(leaving -> node.set("manifest", leaving));
    ledger.ifPresent(book -> node.set("ledger", ledger(book)));
    ArrayNode misfits = node.putArray("fit");
    fit.forEach(misfits::add);
    ArrayNode own = node.putArray("sizes");
    for (long size : sizes) {
      own.add(size);
    }
    return node.deepCopy();
  }

  /** The ledger has other studies too; of them the total alone is shown. */
  private static ObjectNode ledger(LedgerFile book) {
    ObjectNode node = Json.tree(new LedgerView(book.file(), book.state()).summary());
    node.put("lines", node.path("lines").size());
    return node;
  }
}
