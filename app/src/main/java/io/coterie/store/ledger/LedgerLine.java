package io.coterie.store.ledger;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.FieldJson;
import io.coterie.json.Json;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.store.UnknownVersionException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a ledger: a charge, or a budget that the owner set.
 *
 * @param time when, by the site's clock
 * @param charge a release; absent where the line sets a budget
 * @param budget the limit from here on; absent where the line is a charge
 */
public record LedgerLine(
    Instant time,
    @JsonUnwrapped Optional<LedgerEntry> charge,
    @JsonUnwrapped(prefix = "limit_") Optional<PrivacyBudget> budget) {
  /**
   * The version of the lines that are written. Lines from before there was a second one may not say
   * theirs.
   */
  private static final int VERSION = 1;

  /** How a line of any version begins, but for those that do not say theirs. */
  private static final Pattern HEAD = Pattern.compile("\\{\"version\":([0-9]{1,9})[,}].*");

  private static final String SEAL = ",\"seal\":\"";
  private static final int SEAL_DIGITS = 64;

  public LedgerLine {
    requireNonNull(time, "time is null");
    if (charge.isPresent() == budget.isPresent()) {
      throw new IllegalArgumentException("a line is either a charge or a budget");
    }
  }

  static LedgerLine of(Instant time, LedgerEntry charge) {
    return new LedgerLine(time, Optional.of(charge), Optional.empty());
  }

  static LedgerLine of(Instant time, PrivacyBudget budget) {
    return new LedgerLine(time, Optional.empty(), Optional.of(budget));
  }

  /**
   * Where a line stands in its chain; of the line that follows the last, a ledger's head file has
   * it too.
   *
   * @param sequence from 0
   * @param previous the seal of the line before
   */
  record Link(int sequence, String previous) {
    /** In the place of the head of a ledger without lines. */
    static final Link NONE = new Link(0, "");

    static Link parse(String text) {
      String[] words = text.strip().split(" ", -1);
      if (words.length != 2 || !words[0].matches("[0-9]{1,9}")) {
        throw new IllegalArgumentException("its .head file is damaged");
      }
      return new Link(Integer.parseInt(words[0]), words[1]);
    }

    String text() {
      return "%d %s\n".formatted(sequence, previous);
    }
  }

  /** What is sealed. */
  private record Body(int version, int sequence, @JsonUnwrapped LedgerLine line, String previous) {}

  /** Returns the text of the line at a place of the chain, sealed, without a line feed. */
  String write(Link link, LedgerKey key) {
    String body = Json.line(new Body(VERSION, link.sequence(), this, link.previous()));
    return body.substring(0, body.length() - 1) + SEAL + key.seal(body) + "\"}";
  }

  /** Reads the text at a place of the chain; IllegalArgumentException says what is wrong. */
  static LedgerLine read(String text, Link link, LedgerKey key) {
    requireVersion(text);
    int at = text.length() - SEAL.length() - SEAL_DIGITS - 2;
    if (at < 0 || !text.startsWith(SEAL, at) || !text.endsWith("\"}")) {
      throw new IllegalArgumentException("it has no seal");
    }
    String body = text.substring(0, at) + "}";
    if (!seal(text).equals(key.seal(body))) {
      throw new IllegalArgumentException("it was changed after it was written");
    }
    JsonNode node = Json.parse(body);
    if (FieldJson.integer(node, "sequence") != link.sequence()
        || !FieldJson.text(node, "previous").equals(link.previous())) {
      throw new IllegalArgumentException("it does not follow the line before it");
    }
    return new LedgerLine(time(node), charge(node), budget(node));
  }

  /** Comes before all else, since a later version may be sealed in another way. */
  private static void requireVersion(String text) {
    Matcher head = HEAD.matcher(text);
    if (head.matches() && Integer.parseInt(head.group(1)) != VERSION) {
      throw new UnknownVersionException(Integer.parseInt(head.group(1)), VERSION);
    }
  }

  static String seal(String text) {
    return text.substring(text.length() - SEAL_DIGITS - 2, text.length() - 2);
  }

  private static Instant time(JsonNode node) {
    try {
      return Instant.parse(FieldJson.text(node, "time"));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("its time is none", e);
    }
  }

  private static Optional<LedgerEntry> charge(JsonNode node) {
    if (!node.has("study")) {
      return Optional.empty();
    }
    return Optional.of(
        new LedgerEntry(
            FieldJson.text(node, "study"),
            FieldJson.integer(node, "round"),
            FieldJson.text(node, "release"),
            new PrivacyLoss(number(node, "rho"), number(node, "pure_epsilon")),
            node.path("draw").asText()));
  }

  private static Optional<PrivacyBudget> budget(JsonNode node) {
    if (!node.has("limit_epsilon")) {
      return Optional.empty();
    }
    return Optional.of(
        new PrivacyBudget(number(node, "limit_epsilon"), number(node, "limit_delta")));
  }

  private static double number(JsonNode node, String name) {
    if (!node.path(name).isNumber()) {
      throw new IllegalArgumentException("\"%s\" is missing or no number".formatted(name));
    }
    return node.path(name).doubleValue();
  }
}
