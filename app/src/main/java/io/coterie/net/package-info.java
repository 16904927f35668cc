/** What every listening port of ours needs. */
package io.coterie.net;
