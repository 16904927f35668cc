package io.coterie.deep.network;

import io.coterie.CoterieException;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan.InputPlan;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A public network that nobody trains, as a study names it: onnx:NAME:DIMENSION:SHA256. The hash
 * makes sure that all sites embed with the same bytes; where a site has them is its own affair
 * ({@link NetworkFiles}).
 *
 * @param name of the file, without a folder
 * @param sha256 of the file, in hexadecimal digits
 */
public record FrozenNetwork(String name, int dimension, String sha256) {
  private static final Pattern WORD =
      Pattern.compile("onnx:([A-Za-z0-9_][A-Za-z0-9._-]{0,99}):([1-9][0-9]{0,5}):([0-9a-f]{64})");

  /** Returns the network that an encoder's word names; none if the word is of another encoder. */
  public static Optional<FrozenNetwork> parse(String word) {
    if (!word.startsWith(EncoderPlan.ONNX)) {
      return Optional.empty();
    }
    Matcher matcher = WORD.matcher(word);
    if (!matcher.matches()) {
      throw CoterieException.usage(
          ("Encoder '%s' does not say which network it is; a study names it as"
                  + " onnx:NAME:DIMENSION:SHA256, so that every site has the same. 'coterie simulate"
                  + " --encoder onnx:FILE' says the words for a file.")
              .formatted(word));
    }
    return Optional.of(
        new FrozenNetwork(matcher.group(1), Integer.parseInt(matcher.group(2)), matcher.group(3)));
  }

  /** Returns the network in a file, which from now on is where this process has it. */
  public static FrozenNetwork of(String file, InputPlan input) {
    Path path = Path.of(file);
    String hash = NetworkFiles.add(path);
    EncoderPlan plan = EncoderPlan.of(EncoderPlan.ONNX + path, input.kind(), input.dimension());
    try (OnnxEncoder encoder = OnnxEncoder.open(plan)) {
      String name = path.getFileName().toString().replaceAll("[^A-Za-z0-9._-]", "_");
      return new FrozenNetwork(name.replaceFirst("^[.-]", "_"), encoder.dimension(), hash);
    }
  }

  /**
   * Returns the word by which a study names an encoder. A network in a file, onnx:FILE, is named by
   * its hash, and this process has it in that file from here on.
   */
  public static String stated(String word, InputPlan input) {
    return !word.startsWith(EncoderPlan.ONNX) || WORD.matcher(word).matches()
        ? word
        : of(word.substring(EncoderPlan.ONNX.length()), input).word();
  }

  public static String engine() {
    return "ONNX Runtime %s on CPU, 1 thread per site".formatted(OnnxEncoder.version());
  }

  public String word() {
    return "%s%s:%d:%s".formatted(EncoderPlan.ONNX, name, dimension, sha256);
  }

  /** Opens the network where this process has it, for records of a kind. */
  public Encoder open(InputKind input, int inputs) {
    OnnxEncoder encoder =
        OnnxEncoder.open(
            new EncoderPlan(
                EncoderPlan.ONNX + NetworkFiles.find(this), input, inputs, dimension, 1));
    if (encoder.dimension() != dimension) {
      encoder.close();
      throw CoterieException.badData(
          "The network %s embeds into %d values, but the study says %d; the study must be mended."
              .formatted(name, encoder.dimension(), dimension));
    }
    return encoder;
  }
}
