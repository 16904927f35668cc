package io.coterie.secure;

import io.coterie.secure.SecureSumException.Reason;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.HashSet;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The sites that the study agreed on, each with its public key. Every site keeps its own copy and
 * trusts no other: the coordinator cannot add a site of its own making.
 *
 * <p>Immutable and thread-safe.
 */
public final class Identities {
  private final TreeMap<String, PublicKey> keys = new TreeMap<>();

  private Identities(Map<String, Bytes> encoded) {
    if (encoded.size() < SumPlan.FEWEST_SITES || encoded.size() > SumPlan.MOST_SITES) {
      throw new IllegalArgumentException(
          "%d sites cannot form a secure sum; %d to %d can."
              .formatted(encoded.size(), SumPlan.FEWEST_SITES, SumPlan.MOST_SITES));
    }
    if (new HashSet<>(encoded.values()).size() < encoded.size()) {
      throw new IllegalArgumentException("Two sites have the same public key; each needs its own.");
    }
    encoded.forEach((site, key) -> keys.put(site, decode(site, key)));
  }

  /** Returns the sites with their Ed25519 public keys in X.509 form. */
  public static Identities of(Map<String, Bytes> publicKeys) {
    return new Identities(publicKeys);
  }

  public int size() {
    return keys.size();
  }

  public SortedSet<String> sites() {
    return new TreeSet<>(keys.keySet());
  }

  boolean contains(String site) {
    return keys.containsKey(site);
  }

  /** Refuses a site that the study did not agree on, and a signature that is not its own. */
  void check(String site, byte[] statement, Bytes signature) {
    PublicKey key = keys.get(site);
    if (key == null) {
      throw new SecureSumException(
          Reason.STRANGER,
          "The study did not agree on a site %s; it agreed on %s.".formatted(site, keys.keySet()));
    }
    if (!verifies(key, statement, signature)) {
      throw new SecureSumException(
          Reason.FORGED,
          "A signature in the name of site %s is not that site's; the message is not used."
              .formatted(site));
    }
  }

  private static boolean verifies(PublicKey key, byte[] statement, Bytes bytes) {
    try {
      Signature signature = Signature.getInstance(Identity.SIGNATURE);
      signature.initVerify(key);
      signature.update(statement);
      return signature.verify(bytes.array());
    } catch (SignatureException e) {
      return false; // not even the form of a signature
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no Ed25519.", e);
    }
  }

  private static PublicKey decode(String site, Bytes key) {
    try {
      return KeyFactory.getInstance(Identity.SIGNATURE)
          .generatePublic(new X509EncodedKeySpec(key.array()));
    } catch (InvalidKeySpecException e) {
      throw new IllegalArgumentException(
          "The key of site %s is no Ed25519 public key in X.509 form.".formatted(site), e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK has no Ed25519.", e);
    }
  }
}
