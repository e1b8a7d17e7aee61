import Assay
