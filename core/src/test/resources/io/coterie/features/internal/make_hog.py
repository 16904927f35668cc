"""Makes hog-HxW.csv: features of small made-up images. Needs numpy and scipy.

Run in this folder: python3 make_hog.py
Image i has pixel (y, x) = ((i + 1) * (7 y y + 3 x) + 11 x y) mod 17 / 16, image 2 is blank;
HogTest computes the same pixels. One line per image.
"""
import numpy as np
from scipy.ndimage import gaussian_filter


def pooling(side, cells):
    center = (np.arange(cells) + 0.5) * side / cells - 0.5
    weights = np.exp(-0.5 * ((np.arange(side)[None] - center[:, None]) / (0.5 * side / cells)) ** 2)
    return weights / weights.sum(1, keepdims=True)


def hog(images, cells, blur, orientations=8):
    n, height, width = images.shape
    smooth = gaussian_filter(images, (0, blur, blur))
    gx = np.zeros_like(smooth)
    gy = np.zeros_like(smooth)
    gx[:, :, 1:-1] = smooth[:, :, 2:] - smooth[:, :, :-2]
    gy[:, 1:-1] = smooth[:, 2:] - smooth[:, :-2]
    magnitude = np.hypot(gx, gy)
    angle = np.arctan2(gy, gx) / (2 * np.pi) * orientations % orientations
    low = np.floor(angle).astype(int) % orientations
    part = angle - np.floor(angle)
    maps = []
    for k in range(orientations):
        share = magnitude * ((low == k) * (1 - part) + ((low + 1) % orientations == k) * part)
        pooled = np.einsum('ca,nab,db->ncd', pooling(height, cells), share, pooling(width, cells))
        maps.append(pooled.reshape(n, -1))
    features = np.sqrt(np.stack(maps, 2).reshape(n, -1))
    return features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6)


if __name__ == '__main__':
    for height, width in ((28, 28), (8, 8), (16, 16), (32, 32), (5, 12), (20, 31)):
        y, x = np.mgrid[:height, :width]
        images = np.stack([((i + 1) * (7 * y * y + 3 * x) + 11 * x * y) % 17 / 16.0 for i in range(3)])
        images[2] = 0
        small = min(height, width) <= 8
        features = hog(images, 4 if small else 7, 0.5 if small else 1.0)
        np.savetxt('hog-%dx%d.csv' % (height, width), features, fmt='%.9g', delimiter=',')
