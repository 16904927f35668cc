/** What the tests of all modules share. */
package io.coterie.testing;
