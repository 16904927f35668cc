/**
 * Learned features: networks that map records to points in which neighbours are alike. It may use
 * core, and nothing in core knows it; PyTorch and ONNX Runtime are seen from here alone.
 */
package io.coterie.deep;
