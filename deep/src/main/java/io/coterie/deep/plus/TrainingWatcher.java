package io.coterie.deep.plus;

import io.coterie.Sha256;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.network.TrainingWatch;
import io.coterie.math.Matrix;
import io.coterie.method.LongWork;
import io.coterie.method.LongWork.Checkpoints;
import io.coterie.method.LongWork.WorkProgress;
import io.coterie.method.LongWork.WorkProgress.Count;
import io.coterie.method.SiteContext;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Follows the training of one round at a site: tells how far it is, and keeps each pass under a
 * hash of everything that the training depends on. A site that is started again is asked the same
 * questions, and takes what is kept instead of training again.
 *
 * <p>Not thread-safe.
 */
final class TrainingWatcher implements TrainingWatch {
  private final SiteContext context;
  private final String name;
  private final TrainQuestion question;
  private final List<double[]> more;
  private String key;

  /**
   * Follows a training.
   *
   * @param more that it depends on, beyond the question and the records
   */
  TrainingWatcher(SiteContext context, String name, TrainQuestion question, double[]... more) {
    this.context = context;
    this.name = name;
    this.question = question;
    this.more = List.of(more);
  }

  private LongWork work() {
    return context.work();
  }

  @Override
  public void batch(int pass, int batch, int batches) {
    work()
        .progress()
        .accept(
            new WorkProgress(
                name,
                List.of(
                    new Count("round", question.round(), question.rounds()),
                    new Count("pass", pass, question.passes()),
                    new Count("batch", batch, batches))));
  }

  @Override
  public Optional<byte[]> kept() {
    return isKept() ? work().checkpoints().find(key()) : Optional.empty();
  }

  @Override
  public void keep(Supplier<byte[]> state) {
    if (isKept()) {
      work().checkpoints().keep(key(), state.get());
    }
  }

  private boolean isKept() {
    return work().checkpoints() != Checkpoints.NONE;
  }

  private String key() {
    if (key == null) { // the records are hashed once
      key = hash();
    }
    return key;
  }

  private String hash() {
    try {
      MessageDigest digest = Sha256.digest();
      try (DataOutputStream out =
          new DataOutputStream(
              new BufferedOutputStream(
                  new DigestOutputStream(OutputStream.nullOutputStream(), digest)))) {
        out.writeUTF(name);
        out.writeLong(context.seed().value());
        out.writeInt(question.round());
        out.writeInt(question.passes());
        out.writeDouble(question.learningRate());
        write(question.weights().toArray(), out);
        write(question.shares().toArray(), out);
        Matrix records = context.data().records();
        out.writeInt(records.rows());
        write(records.array(), out);
        for (double[] values : more) {
          write(values, out);
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(double[] values, DataOutputStream out) throws IOException {
    out.writeInt(values.length);
    for (double value : values) {
      out.writeDouble(value);
    }
  }
}
