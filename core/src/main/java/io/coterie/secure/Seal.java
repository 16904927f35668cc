package io.coterie.secure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Hides a total from the coordinator that adds it up, and keeps it from being changed on its way
 * back to the sites.
 *
 * <p>The sites of one secure sum share a secret: each draws a part and seals it for every other
 * one, beside its shares. A sealed vector has two halves. With c_k the numbers of site k, r a
 * common odd multiplier and p_k, q_k pads of its own, all from the secret, site k adds c_k + p_k
 * and r c_k + q_k. Each site can take Σ p_k and Σ q_k off the totals, finds c = Σ c_k, and checks r
 * c. Who does not know r and moves c by an e below 2^b moves r c as it must with a chance of at
 * most 2^(b − 64): 2^−15 for sums, 2^−23 for counts, whose readers allow no more than 2^40.
 *
 * <p>It holds against a coordinator, not against one that colludes with a site: the site has the
 * secret.
 */
public final class Seal {
  /** Totals beyond this are no sums; it also bounds the chance of a forgery, see above. */
  public static final long MOST = 1L << 48;

  private final byte[] secret;
  private final SortedSet<String> sites;

  private Seal(byte[] secret, SortedSet<String> sites) {
    this.secret = secret;
    this.sites = sites;
  }

  /**
   * Returns the seal of those who shared their parts. All of them have all parts, which they
   * confirm by their consents to who shared.
   */
  static Seal of(SumPlan plan, SortedMap<String, byte[]> parts) {
    SignedContext secret = SignedContext.of("seal", plan);
    parts.forEach((site, part) -> secret.text(site).bytes(part));
    return new Seal(secret.digest(), new TreeSet<>(parts.keySet()));
  }

  /** Returns the seal of a total over these sites only. */
  Seal over(SortedSet<String> counted) {
    return new Seal(secret.clone(), new TreeSet<>(counted));
  }

  /** Seals a site's own words: two equal halves. */
  void close(String site, long[] words) {
    long multiplier = multiplier();
    for (int i = words.length / 2; i < words.length; i++) {
      words[i] *= multiplier;
    }
    pad(site, 1, words);
  }

  /** Returns the total that the words hold, or nothing where they are not its own. */
  public Optional<long[]> open(long[] sealed) {
    long[] words = sealed.clone();
    sites.forEach(site -> pad(site, -1, words));
    long multiplier = multiplier();
    int size = words.length / 2;
    long[] total = Arrays.copyOf(words, size);
    for (int i = 0; i < size; i++) {
      if (words[size + i] != multiplier * total[i] || Math.abs(total[i]) > MOST) {
        return Optional.empty();
      }
    }
    return words.length % 2 == 0 ? Optional.of(total) : Optional.empty();
  }

  private void pad(String site, int sign, long[] words) {
    byte[] key = key("pad " + site);
    MaskStream.add(key, sign, words, 0, words.length);
    Secrets.wipe(key);
  }

  private long multiplier() {
    long[] word = {0};
    byte[] key = key("check");
    MaskStream.add(key, 1, word, 0, 1);
    Secrets.wipe(key);
    return word[0] | 1;
  }

  private byte[] key(String purpose) {
    return Hkdf.key(secret, purpose.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns it as text, for the site's own journal; it never leaves the site. */
  public String encoded() {
    return HexFormat.of().formatHex(secret) + "\n" + String.join("\n", sites);
  }

  public static Seal decoded(String text) {
    String[] lines = text.split("\n", -1);
    try {
      byte[] secret = HexFormat.of().parseHex(lines[0]);
      return new Seal(secret, new TreeSet<>(Arrays.asList(lines).subList(1, lines.length)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("A seal of the journal is damaged.", e);
    }
  }

  @Override
  public String toString() {
    return "a seal of " + sites.size() + " sites";
  }
}
