/** Keys and certificates: made, requested, issued, renewed and revoked. */
package io.coterie.trust.pki;
