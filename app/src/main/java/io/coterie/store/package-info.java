/**
 * What stays on the disk: the model file, privacy ledgers, folders that appear whole or not at all.
 */
package io.coterie.store;
