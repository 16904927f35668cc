package io.coterie.coordinator;

import io.coterie.message.Field;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.method.Reply;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One question, one answer of each site, each seen by the coordinator.
 *
 * @param slot the one step
 * @param question what a site gets
 * @param mostBytes that an answer can have
 * @param check refuses the message of a site that is no answer
 * @param stored the bytes of a site's answer, from the journal
 */
record PlainExchange(
    Slot slot,
    Function<String, byte[]> question,
    long mostBytes,
    Consumer<byte[]> check,
    Function<String, byte[]> stored)
    implements Exchange {
  private static final long PER_NODE = 5;

  /** A weight of eight bytes, and the step to its column. */
  private static final long PER_EDGE = 13;

  static PlainExchange asking(
      int round, byte[] question, Reply<?> expected, Function<String, byte[]> stored) {
    long bytes =
        expected
            .zero()
            .map(PlainExchange::mostBytes)
            .orElse(
                expected.mostNumbers().isPresent()
                    ? Long.BYTES * expected.mostNumbers().getAsLong()
                    : PayloadCodec.MOST_BYTES);
    return new PlainExchange(
        new Slot(round, 1, Slot.Step.ANSWER),
        site -> question,
        Math.min(AROUND + bytes, PayloadCodec.MOST_BYTES),
        message -> expected.check(PayloadCodec.typed(message)),
        stored);
  }

  private static long mostBytes(SumPayload<?> zero) {
    long bytes = 0;
    for (Field field : zero.fields()) {
      if (field instanceof Field.Edges edges) {
        long nodes = edges.graph().nodeCount();
        bytes += nodes * PER_NODE + nodes * (nodes + 1) / 2 * PER_EDGE;
      } else {
        bytes += Long.BYTES * field.size();
      }
    }
    return bytes;
  }

  /** Ends a study: each site gets the answer, labels its records, and says no more than that. */
  static PlainExchange labelling(int round, Function<String, byte[]> answer) {
    return new PlainExchange(
        new Slot(round, 1, Slot.Step.LABEL),
        answer,
        0,
        PlainExchange::requireEmpty,
        site -> new byte[0]);
  }

  private static void requireEmpty(byte[] message) {
    if (message.length > 0) {
      throw new IllegalArgumentException("labels stay at their site; nothing is said but done");
    }
  }

  @Override
  public boolean admits(String site) {
    return true;
  }

  @Override
  public byte[] material(String site) {
    return question.apply(site);
  }

  @Override
  public Runnable read(Slot at, String site, byte[] message) {
    check.accept(message);
    return () -> {}; // it is in the journal, and read again when all are in
  }

  /** Each reply is decoded when it is asked for: a sum over many sites holds one at a time. */
  @Override
  public Optional<List<SiteMessage>> close(List<String> answered) {
    if (slot.step() == Slot.Step.LABEL) {
      return Optional.of(List.of());
    }
    return Optional.of(
        new AbstractList<>() {
          @Override
          public SiteMessage get(int index) {
            String site = answered.get(index);
            return PayloadCodec.reply(site, stored.apply(site));
          }

          @Override
          public int size() {
            return answered.size();
          }
        });
  }
}
