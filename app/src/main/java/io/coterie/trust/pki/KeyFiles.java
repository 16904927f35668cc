package io.coterie.trust.pki;

import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
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
    String algorithm = secret.getAlgorithm().equals(TLS) ? "SHA256withECDSA" : IDENTITY;
    byte[] statement = "coterie key check".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    try {
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(secret);
      signing.update(statement);
      byte[] signature = signing.sign();
      Signature checking = Signature.getInstance(algorithm);
      checking.initVerify(open);
      checking.update(statement);
      return checking.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // of another kind
    }
  }
}
