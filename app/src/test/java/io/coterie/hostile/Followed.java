package io.coterie.hostile;

import io.coterie.math.LongVector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import io.coterie.wire.DecodedPayload;
import io.coterie.wire.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A script that follows an honest course as far as it likes. Totals that the sites sealed are
 * handed back as they came, as an honest coordinator does.
 *
 * <p>Not thread-safe.
 */
final class Followed {
  private final HonestCourse course;
  private final HostileCoordinator evil;
  private final List<Supplier<byte[]>> heard = new ArrayList<>();
  private final List<Optional<SumRound>> sums = new ArrayList<>();

  Followed(HonestCourse course, HostileCoordinator evil) {
    this.course = course;
    this.evil = evil;
  }

  HostileCoordinator evil() {
    return evil;
  }

  /** Follows the course to the end of a round. */
  Followed to(int round) {
    while (heard.size() < round) {
      next(heard.size() + 1, question -> question);
    }
    return this;
  }

  /** Asks a changed question of the course in the next round. */
  Followed next(int like, UnaryOperator<Payload> change) {
    Optional<SumRound> before = sums.isEmpty() ? Optional.empty() : sums.get(sums.size() - 1);
    Supplier<byte[]> question =
        () ->
            PayloadCodec.encode(
                change.apply(opened(course.question(like), before.flatMap(SumRound::total))));
    Optional<SumRound> sum = Optional.empty();
    int round = heard.size() + 1;
    if (course.isMasked(like)) {
      sum = Optional.of(course.sum(like, round, question).after(List.copyOf(heard)));
      evil.asks(sum.get());
    } else {
      evil.asks(HostileCoordinator.plain(round, question));
    }
    heard.add(question);
    sums.add(sum);
    return this;
  }

  /** Returns the total of a round, if there was one. */
  Optional<long[]> total(int round) {
    return sums.get(round - 1).flatMap(SumRound::total);
  }

  /** Returns whether what a round asks for is under a seal. */
  static boolean isSealed(HonestCourse course, int round) {
    return course.answer(round) instanceof SumPayload<?> sums && sums.isSealed();
  }

  /** Puts the total of the round before in the place of the one of the recorded course. */
  private static Payload opened(Payload question, Optional<long[]> total) {
    List<Field> fields = new ArrayList<>();
    for (Field field : question.fields()) {
      boolean isTotal = field instanceof Field.Longs && field.name().endsWith("words");
      fields.add(
          isTotal && total.isPresent()
              ? new Field.Longs(field.name(), LongVector.of(total.get()))
              : field);
    }
    return new DecodedPayload(question.kind(), fields);
  }
}
