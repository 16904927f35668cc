package io.coterie.trust.pki;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Shows the one certificate there is to whoever asks. The JDK's own key manager would show none to
 * a peer with another authority, and the peer could then not say what is wrong.
 *
 * <p>Immutable and thread-safe.
 */
public final class OwnKey extends X509ExtendedKeyManager {
  private static final String ALIAS = "own";

  private final PrivateKey key;
  private final X509Certificate certificate;

  public OwnKey(PrivateKey key, PartyCertificate certificate) {
    this.key = key;
    this.certificate = certificate.x509();
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
    return ALIAS;
  }

  @Override
  public String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
    return ALIAS;
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return serverAlias(keyType);
  }

  @Override
  public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
    return serverAlias(keyType);
  }

  private String serverAlias(String keyType) {
    return keyType.equals(key.getAlgorithm()) ? ALIAS : null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return new X509Certificate[] {certificate};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }
}
