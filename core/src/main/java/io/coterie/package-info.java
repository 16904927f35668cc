/** What every package shares: the one exception a user can meet and its kinds. */
package io.coterie;
