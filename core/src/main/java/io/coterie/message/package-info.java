/** What may cross the border between a site and the coordinator: messages and their parts. */
package io.coterie.message;
