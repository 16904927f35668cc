package io.coterie.secure;

import io.coterie.math.LongVector;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a site and the coordinator say to each other in one secure sum, in the order of the steps.
 * Every message names its sum, so that none can be used again in another.
 */
public sealed interface SumMessage {
  SumContext context();

  /**
   * The fresh public keys of a site for one sum, signed by it.
   *
   * @param site who signs
   * @param keys what is signed
   * @param signature Ed25519 over plan, site and keys
   */
  record Advertisement(SumContext context, String site, Keys keys, Bytes signature)
      implements SumMessage {
    /**
     * A site's public values of one sum.
     *
     * @param encryption X25519 key with which peers encrypt shares for it
     * @param masking X25519 key with which peers and it make their common masks
     * @param commitment digest of the self mask seed, so that a wrong one is noticed
     */
    public record Keys(Bytes encryption, Bytes masking, Bytes commitment) {}

    static byte[] statement(SumPlan plan, String site, Keys keys) {
      return SignedContext.of("advertise", plan)
          .text(site)
          .bytes(keys.encryption)
          .bytes(keys.masking)
          .bytes(keys.commitment)
          .digest();
    }

    /** Returns the commitment to a seed of a self mask. */
    static Bytes commitment(SumPlan plan, String site, byte[] seed) {
      return Bytes.wrap(SignedContext.of("commitment", plan).text(site).bytes(seed).digest());
    }

    /** Refuses a message of another sum, of a stranger, or that the site did not sign. */
    void check(SumPlan plan, Identities identities) {
      plan.context().check(context, "The advertisement of site " + site);
      identities.check(site, statement(plan, site, keys), signature);
    }
  }

  /**
   * Who takes part, as the coordinator tells it. Each site checks it before it believes it.
   *
   * @param advertisements in increasing order of the sites' names
   */
  record KeyRoster(SumContext context, List<Advertisement> advertisements) implements SumMessage {
    public KeyRoster {
      advertisements = List.copyOf(advertisements);
    }
  }

  /**
   * The shares of one site's two secrets, one sealed pair for each peer. The coordinator passes
   * them on and cannot open them.
   *
   * @param site whose secrets they are
   * @param sealed by the peer that can open it
   */
  record EncryptedShares(SumContext context, String site, Map<String, Bytes> sealed)
      implements SumMessage {
    public EncryptedShares {
      sealed = Map.copyOf(sealed);
    }
  }

  /**
   * What the peers have sealed for one site. Those who are missing here are left out of the sum.
   *
   * @param site who can open them
   * @param sealed by the peer whose secrets they are
   */
  record DeliveredShares(SumContext context, String site, Map<String, Bytes> sealed)
      implements SumMessage {
    public DeliveredShares {
      sealed = Map.copyOf(sealed);
    }
  }

  /**
   * A site's vector under its masks: to all who lack the keys, uniform random words.
   *
   * @param site whose vector it is
   * @param vector v + PRG(b) and the masks in common with each peer, mod 2⁶⁴
   */
  record MaskedVector(SumContext context, String site, LongVector vector) implements SumMessage {
    public static MaskedVector of(SumContext context, String site, long[] words) {
      return new MaskedVector(context, site, LongVector.of(words));
    }

    public long[] words() {
      return vector.toArray();
    }
  }

  /**
   * The sites whose masked vectors have arrived, as the coordinator tells it: those who are
   * counted.
   *
   * @param sites in order of their names
   */
  record Survivors(SumContext context, SortedSet<String> sites) implements SumMessage {
    public Survivors {
      sites = Collections.unmodifiableSortedSet(new TreeSet<>((Collection<String>) sites));
    }
  }

  /**
   * A site's signature under the list of those who are counted. A site signs one list per sum.
   *
   * @param site who signs
   * @param signature Ed25519 over plan, roster, those who shared and those who are counted
   */
  record Consent(SumContext context, String site, Bytes signature) implements SumMessage {}

  /**
   * The signatures that show a site that enough others have signed the same list as it has.
   *
   * @param consents one for each site that signed
   */
  record Consents(SumContext context, List<Consent> consents) implements SumMessage {
    public Consents {
      consents = List.copyOf(consents);
    }
  }

  /**
   * The shares that a site gives away at the end: for each peer of one secret or of the other,
   * never of both.
   *
   * @param site who reveals
   * @param selfMasks of each site that is counted, its share of the self mask seed
   * @param maskingKeys of each site that was lost after it had shared, its share of the masking key
   */
  record Reveal(
      SumContext context, String site, Map<String, Bytes> selfMasks, Map<String, Bytes> maskingKeys)
      implements SumMessage {
    public Reveal {
      selfMasks = Map.copyOf(selfMasks);
      maskingKeys = Map.copyOf(maskingKeys);
    }
  }
}
