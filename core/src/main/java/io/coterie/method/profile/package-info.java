/**
 * A federated profile: what the columns of all sites together look like, and the levels of
 * categories on which they agree, before anything is clustered.
 */
package io.coterie.method.profile;
