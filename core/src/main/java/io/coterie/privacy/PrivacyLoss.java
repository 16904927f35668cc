package io.coterie.privacy;

public record PrivacyLoss(double rho, double pureEpsilon) {
  public static PrivacyLoss none() {
    return new PrivacyLoss(0, 0);
  }

  public PrivacyLoss plus(PrivacyLoss other) {
    return new PrivacyLoss(rho + other.rho, pureEpsilon + other.pureEpsilon);
  }
}
