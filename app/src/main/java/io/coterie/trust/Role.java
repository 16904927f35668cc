package io.coterie.trust;

import io.coterie.EnumText;

/** What the holder of a certificate is. */
public enum Role {
  /** Signs the certificates of the others and connects to nobody. */
  AUTHORITY,
  COORDINATOR,
  SITE;

  @Override
  public String toString() {
    return EnumText.of(this);
  }
}
