"""Is landmarks.py close to the Java method? python3 bench/trials/baseline.py"""
import landmarks as lm

if __name__ == "__main__":
    lm.compare(__doc__, {"as it is": lm.as_it_is},
               "iris,wdbc,moon,bank,ring,coil20,usps,letters,cifar10,stl10,mini,fashion@20000")
