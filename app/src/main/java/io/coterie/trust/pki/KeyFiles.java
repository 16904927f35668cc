package io.coterie.trust.pki;

import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;

/** Private keys: made here, kept in files that their owner alone may read, never shown. */
public final class KeyFiles {
  public static final String TLS = "EC";
  public static final String IDENTITY = "Ed25519";
  private static final String CURVE = "secp256r1";

  private KeyFiles() {}

  /** Returns a new key pair for TLS, on the curve P-256. */
  public static KeyPair newTlsKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(TLS);
      generator.initialize(new ECGenParameterSpec(CURVE));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java has the curve P-256.", e);
    }
  }

  /** Returns a new key pair to sign with in secure sums. */
  public static KeyPair newIdentityKeys() {
    try {
      return KeyPairGenerator.getInstance(IDENTITY).generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java since 15 has Ed25519.", e);
    }
  }

  public static void write(Path file, PrivateKey key) throws IOException {
    PrivateFiles.replace(file, Pem.text(Pem.PRIVATE_KEY, key.getEncoded()));
  }

  /** Reads a key of the given kind, unless others than its owner could read it too. */
  public static PrivateKey read(Path file, String algorithm) {
    PrivateFiles.requireOwnersAlone("private key", file);
    byte[] encoded = Pem.read(file, Pem.PRIVATE_KEY);
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw Pem.damaged(file);
    }
  }

  /**
   * Tells whether two halves belong together, by signing with the one and checking by the other.
   */
  public static boolean match(PrivateKey secret, PublicKey open) {
    byte[] statement = "coterie key check".getBytes(StandardCharsets.UTF_8);
    try {
      return isSigned(open, statement, sign(secret, statement));
    } catch (GeneralSecurityException e) {
      return false; // of another kind
    }
  }

  static byte[] sign(PrivateKey key, byte[] statement) throws GeneralSecurityException {
    Signature signing = Signature.getInstance(algorithm(key));
    signing.initSign(key);
    signing.update(statement);
    return signing.sign();
  }

  static boolean isSigned(PublicKey key, byte[] statement, byte[] signature)
      throws GeneralSecurityException {
    Signature checking = Signature.getInstance(algorithm(key));
    checking.initVerify(key);
    checking.update(statement);
    return checking.verify(signature);
  }

  private static String algorithm(Key key) {
    return key.getAlgorithm().equals(TLS) ? Authority.SIGNATURE : IDENTITY;
  }
}
