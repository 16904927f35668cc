package io.coterie.report.manifest;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.message.Field;
import io.coterie.message.FieldProtection;
import io.coterie.message.FieldProtection.Disclosure;
import io.coterie.message.FieldProtection.Sent;
import io.coterie.message.PayloadKind.Terms;
import io.coterie.message.SumWords;
import io.coterie.message.WireSize;
import io.coterie.method.MethodOption;
import io.coterie.method.PayloadKinds;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import io.coterie.wire.DecodedPayload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What leaves a site in a study, field by field, made from the bytes that would be sent and not
 * from what was intended.
 *
 * @param entries one for each message, in order
 */
public record Manifest(StudyPlan plan, List<Entry> entries) {
  /**
   * One message.
   *
   * @param round in which it is sent
   * @param question that it answers
   * @param lines one for each field
   */
  public record Entry(int round, String question, String kind, long bytes, List<Line> lines) {
    public Entry {
      lines = List.copyOf(lines);
    }
  }

  /**
   * One field of a message.
   *
   * @param shape such as "3 x 4"
   * @param mechanism what protects it, in words
   * @param noise what was said of its noise, at level dp
   * @param told what it tells beyond sums over groups
   */
  public record Line(
      String field,
      String shape,
      long bytes,
      String mechanism,
      Optional<ReleaseNotice> noise,
      Set<Disclosure> told) {
    public Line {
      told = Set.copyOf(told);
    }

    /** Returns whether records, or parts of them, can be read from it. */
    public boolean isUnprotected() {
      return told.stream().anyMatch(Disclosure::isGrave);
    }

    PrivacyLoss loss() {
      return noise.map(statement -> statement.mechanism().loss()).orElse(PrivacyLoss.none());
    }
  }

  public Manifest {
    entries = List.copyOf(entries);
  }

  /** Makes the manifest; fails if a field has no line that says what protects it. */
  public static Manifest of(StudyPlan plan, List<SentMessage> messages) {
    return new Manifest(plan, messages.stream().map(message -> entry(plan, message)).toList());
  }

  private static Entry entry(StudyPlan plan, SentMessage message) {
    DecodedPayload payload = message.payload();
    List<ReleaseNotice> left = new ArrayList<>(message.statements());
    Sent sent =
        new Sent(
            payload.fields(),
            plan.privacy().smallestGroup(),
            MethodOption.EPSILON.in(plan).isPresent());
    List<Line> lines = new ArrayList<>();
    for (Field field : payload.fields()) {
      Optional<ReleaseNotice> statement =
          left.stream().filter(candidate -> candidate.block().equals(field.name())).findFirst();
      lines.add(
          statement.isPresent()
              ? noisy(field, statement.get())
              : message.isMasked() && !(field instanceof Field.Text)
                  ? line(
                      field,
                      Long.BYTES * SumWords.length(payload, field),
                      terms(payload, field).usual().masked(),
                      sent)
                  : line(field, bytes(field), terms(payload, field).in(sent), sent));
      statement.ifPresent(left::remove);
    }
    if (!left.isEmpty()) {
      throw new CoterieException(
          ErrorCode.INTERNAL,
          "Block %s was charged but is not in message %s; nothing may leave."
              .formatted(left.get(0).block(), payload.kind()));
    }
    return new Entry(message.round(), message.question(), payload.kind(), message.bytes(), lines);
  }

  private static Terms terms(DecodedPayload payload, Field field) {
    return PayloadKinds.find(payload.kind())
        .flatMap(kind -> kind.termsOf(field.name()))
        .orElseThrow(
            () ->
                new CoterieException(
                    ErrorCode.INTERNAL,
                    ("Field %s of message %s has no line that says what protects it; nothing may"
                            + " leave until it has one.")
                        .formatted(field.name(), payload.kind())));
  }

  private static Line noisy(Field field, ReleaseNotice statement) {
    if (field.size() != statement.entries()) {
      throw new CoterieException(
          ErrorCode.INTERNAL,
          "Block %s was charged for %d numbers but %d would leave."
              .formatted(field.name(), statement.entries(), field.size()));
    }
    String law =
        switch (statement.mechanism().law()) {
          case GAUSSIAN -> "discrete Gaussian";
          case LAPLACE -> "discrete Laplace";
        };
    String share =
        statement.shares() == 1 ? "" : ", 1 of %d shares, masked".formatted(statement.shares());
    return new Line(
        field.name(), shape(field), bytes(field), law + share, Optional.of(statement), Set.of());
  }

  private static Line line(Field field, long bytes, FieldProtection protection, Sent sent) {
    return new Line(
        field.name(),
        shape(field),
        bytes,
        protection.text(sent.smallestGroup()),
        Optional.empty(),
        protection.disclosed());
  }

  private static String shape(Field field) {
    if (field instanceof Field.Numbers numbers) {
      return "%d x %d".formatted(numbers.values().rows(), numbers.values().columns());
    } else if (field instanceof Field.Edges edges) {
      return "%d edges, %d nodes".formatted(edges.graph().edgeCount(), edges.graph().nodeCount());
    }
    return field instanceof Field.Text ? "word" : Long.toString(field.size());
  }

  private static long bytes(Field field) {
    String kind = "k";
    return WireSize.of(new DecodedPayload(kind, List.of(field)))
        - WireSize.of(new DecodedPayload(kind, List.of()));
  }

  public long bytes() {
    return entries.stream().mapToLong(Entry::bytes).sum();
  }

  /** Returns what everything together costs, for one record. */
  public PrivacyLoss loss() {
    return entries.stream()
        .flatMap(entry -> entry.lines().stream())
        .map(Line::loss)
        .reduce(PrivacyLoss.none(), PrivacyLoss::plus);
  }

  /** Returns what no field tells. */
  public List<Disclosure> notSent() {
    Set<Disclosure> told = EnumSet.noneOf(Disclosure.class);
    entries.forEach(entry -> entry.lines().forEach(line -> told.addAll(line.told())));
    return Arrays.stream(Disclosure.values()).filter(thing -> !told.contains(thing)).toList();
  }

  /**
   * A message of a site as a reader of its bytes finds it.
   *
   * @param round in which it is sent, 1 for the first
   * @param payload what was read from them
   * @param isMasked whether it goes under masks, of which a reader finds nothing
   * @param statements what the privacy gate said of it before it drew noise
   */
  public record SentMessage(
      int round,
      String question,
      long bytes,
      DecodedPayload payload,
      boolean isMasked,
      List<ReleaseNotice> statements) {
    public SentMessage {
      statements = List.copyOf(statements);
    }
  }
}
